/* A page that waits looks now and then whether something has happened, but not while nobody sees it or somebody is busy with it. */
"use strict";

(function () {
  const PAUSE = 15000;
  const GONE = [401, 403, 404, 410];
  let timer = 0;
  let before = null;

  /* Whether somebody types, has typed or chosen something, has opened a form or a menu, marks text, or has just sent a form. */
  function busy() {
    const at = document.activeElement;
    return (
      (at && at.matches("input, select, textarea, .bar-search *")) ||
      !getSelection().isCollapsed ||
      document.querySelector("form[data-sent], details[data-touched][open] form") !== null ||
      popoverOpen() ||
      [...document.querySelectorAll("main :is(input, select, textarea)")].some(changed)
    );
  }

  /* A browser without popovers does not know the selector, and throws. */
  function popoverOpen() {
    return "popover" in HTMLElement.prototype && document.querySelector("[popover]:popover-open") !== null;
  }

  function changed(field) {
    if (field.matches("select")) {
      const given = [...field.options].findLastIndex((option) => option.defaultSelected);
      return field.selectedIndex !== Math.max(given, 0);
    }
    if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
    return field.value !== field.defaultValue;
  }

  function look() {
    if (document.hidden || busy()) return;
    for (const each of document.querySelectorAll("[data-waiting]")) htmx.trigger(each, "look");
  }

  function lookFromNowOn() {
    clearInterval(timer);
    if (!document.hidden) timer = setInterval(look, PAUSE);
  }

  function ofWaiting(event) {
    const from = event.detail.requestConfig ? event.detail.requestConfig.elt : event.target;
    return from.matches("[data-waiting]");
  }

  /* What is read, without the marks that tell forms apart. */
  function words() {
    return document.getElementById("main").textContent.replace(/\s+/g, " ");
  }

  /* What tells a link, a button or a fold from the others of the page. */
  function mark(element) {
    const form = element.closest("form");
    const parts = [element.id, element.getAttribute("href"), element.value, form && form.getAttribute("action")];
    return [element.tagName, ...parts, element.textContent.replace(/\s+/g, " ")].join("|");
  }

  function pressed(root) {
    return [...root.querySelectorAll("a[href], button, summary")];
  }

  function remember() {
    const at = document.activeElement;
    before = {
      words: words(),
      top: window.scrollY,
      at: at && at.closest("main, .bar") ? mark(at) : null,
      open: [...document.querySelectorAll("main details[data-touched][open] > summary")].map(mark),
      closed: [...document.querySelectorAll("main details[data-touched]:not([open]) > summary")].map(mark),
    };
  }

  /* The new page is as the reader left the old one; a screen reader says that it has changed, if it has. */
  function restore() {
    const kept = before;
    before = null;
    for (const summary of document.querySelectorAll("main summary")) {
      const one = mark(summary);
      if (!kept.open.includes(one) && !kept.closed.includes(one)) continue;
      summary.parentElement.open = kept.open.includes(one);
      summary.parentElement.dataset.touched = "yes";
    }
    if (kept.at) {
      const again = pressed(document).find((each) => mark(each) === kept.at);
      (again || document.getElementById("main")).focus({ preventScroll: true });
    }
    window.scrollTo({ top: kept.top, behavior: "instant" });
    const said = document.getElementById("page-changed");
    if (!said || words() === kept.words) return;
    said.textContent = "";
    setTimeout(() => (said.textContent = said.dataset.said), 100);
  }

  document.addEventListener("click", (event) => {
    const summary = event.target.closest("summary");
    if (summary) summary.parentElement.dataset.touched = "yes";
  });

  /* Another page came (sign in, the team's own page), or one that waits no more: go there instead of taking parts of it. */
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!ofWaiting(event)) return;
    const request = event.detail.xhr;
    const moved = request.responseURL && new URL(request.responseURL).pathname !== location.pathname;
    if (GONE.includes(request.status)) location.reload();
    if (!event.detail.shouldSwap) return;
    event.detail.shouldSwap = !busy() && !moved && request.responseText.includes('id="page-waits"');
    if (event.detail.shouldSwap) remember();
    else if (!busy()) location.reload();
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (before) restore();
  });

  /* A look that fails is no news: the next one may succeed. So dugout.js hears nothing of it. */
  for (const name of ["htmx:beforeRequest", "htmx:sendError", "htmx:responseError"]) {
    document.addEventListener(name, (event) => ofWaiting(event) && event.stopPropagation(), true);
  }

  document.addEventListener("visibilitychange", () => {
    look();
    lookFromNowOn();
  });
  lookFromNowOn();
})();
