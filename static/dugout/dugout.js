/* Small improvements: every page works without this file. */
"use strict";

(function () {
  const NO_ANSWER = "The server sent no valid answer. Reload the page to see what was saved, then try again.";

  /* A form with errors: move the focus to the errors. */
  function readErrorsFirst(root) {
    const summary = root.querySelector("[data-error-summary]");
    if (summary) summary.focus();
  }

  /* Escape, or a press outside, closes a menu. */
  function closeMenus(except) {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (menu !== except) menu.open = false;
    }
  }

  document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.activeElement.closest("details.menu[open]");
    closeMenus(null);
    if (menu) menu.querySelector("summary").focus();
  });

  /* A quick second press is ignored for a moment; the real protection is the command id in the form. */
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    if (event.submitter) event.submitter.setAttribute("aria-busy", "true");
    setTimeout(() => release(form), 3000);
  });

  function release(form) {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
  }

  window.addEventListener("pageshow", (event) => {
    if (event.persisted) document.querySelectorAll("form[data-sent]").forEach(release);
  });

  /* A choice in a filter is sent at once; without a script there is a button. */
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form.auto");
    if (form && event.target.matches("select")) form.requestSubmit();
  });

  /* Buttons that need a script are hidden without one. */
  function showScriptButtons(root) {
    for (const button of root.querySelectorAll("button:is([data-print], [data-copy], [data-tick])[hidden]")) {
      button.hidden = false;
    }
  }

  /* Tick all boxes of a name, or none if all are ticked. */
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-tick]");
    if (!button) return;
    const boxes = [...document.querySelectorAll(`input[type=checkbox][name="${button.dataset.tick}"]`)];
    const all = boxes.every((box) => box.checked);
    for (const box of boxes) box.checked = !all;
  });

  /* Copy the text of a field. Without a clipboard (a page without HTTPS) the text is selected, to copy it by hand. */
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.focus();
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      if (!document.execCommand("copy")) return;
    }
    button.querySelector("span").textContent = button.dataset.done;
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("button[data-print]")) window.print();
  });

  /* If a part of the page could not be fetched, say so in the region that screen readers watch. */
  function tellFailure() {
    const region = document.getElementById("live-notices");
    if (!region) return;
    const notice = document.createElement("div");
    notice.className = "notice notice-error";
    notice.textContent = NO_ANSWER;
    region.replaceChildren(notice);
  }

  document.addEventListener("htmx:responseError", tellFailure);
  document.addEventListener("htmx:sendError", tellFailure);
  document.addEventListener("htmx:beforeRequest", () => document.getElementById("live-notices")?.replaceChildren());
  document.addEventListener("htmx:afterSwap", (event) => {
    readErrorsFirst(event.target);
    showScriptButtons(event.target);
    fetchFile(document);
  });

  /* A part that comes later brings the style sheets that the page has not got yet: those in its header, or in its page's head. */
  document.addEventListener("htmx:beforeSwap", (event) => {
    const request = event.detail.xhr;
    addSheets((request.getResponseHeader("Style-Sheets") || "") + request.responseText);
  });

  function addSheets(links) {
    const added = [];
    for (const [, address] of links.matchAll(/<link rel="stylesheet" href="(\/[^"]+)">/g)) {
      if (document.querySelector(`link[href="${address}"]`)) continue;
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = address;
      added.push(new Promise((loaded) => { link.onload = link.onerror = loaded; }));
      document.querySelector('link[media="print"]').before(link);
    }
    return Promise.all(added);
  }

  /* A file that was just asked for: download it, once. A file leaves the page as it is. */
  function fetchFile(root) {
    const link = root.querySelector("a[data-download]");
    if (!link) return;
    delete link.dataset.download;
    history.replaceState(null, "", location.pathname);
    location.assign(link.href);
  }

  /* The search in the bar shows what is found as one types, and unfolds where the bar has no room for its field. A page
     that waits may replace the bar at any time, so nothing is kept but what is asked now. */
  const SEARCH = ".bar-search";
  let typed = 0;
  let asked = new AbortController();

  function partsOf(form) {
    if (!form.querySelector("[role=status]")) {
      form.insertAdjacentHTML("beforeend", '<p class="visually-hidden" role="status"></p><div hidden></div>');
    }
    const [said, found] = [...form.children].slice(-2);
    return { field: form.elements.q, button: form.querySelector("button"), said, found };
  }

  const folded = (form) => form.elements.q.offsetParent === null;

  function unfold(form) {
    form.classList.add("open");
    form.elements.q.focus();
  }

  function closeSearch(form) {
    const { said, found } = partsOf(form);
    clearTimeout(typed);
    asked.abort();
    said.textContent = "";
    found.hidden = true;
    form.classList.remove("open");
  }

  async function ask(form) {
    const { field, said, found } = partsOf(form);
    const mine = asked = new AbortController();
    const headers = { "HX-Request": "true", "HX-Target": "bar-found" };
    try {
      const query = new URLSearchParams({ q: field.value });
      const answer = await fetch(`${form.action}?${query}`, { headers, signal: mine.signal });
      if (!answer.ok) return;
      const html = await answer.text();
      await addSheets(answer.headers.get("Style-Sheets") || "");
      if (mine.signal.aborted) return;
      found.innerHTML = html;
      for (const drawn of found.querySelectorAll("symbol[id]")) {
        if (document.getElementById(drawn.id) !== drawn) drawn.remove();
      }
      found.hidden = false;
      said.textContent = found.querySelector("p").textContent;
    } catch {
      /* Asked again in the meantime, or no connection: Enter still leads to the page of search. */
    }
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest(SEARCH);
    if (!form) return;
    const { field, said, found } = partsOf(form);
    clearTimeout(typed);
    asked.abort();
    if (field.value.trim()) {
      typed = setTimeout(ask, 250, form);
    } else {
      said.textContent = "";
      found.hidden = true;
    }
  });

  document.addEventListener("submit", (event) => {
    const form = event.target.closest(SEARCH);
    if (!form) return;
    const shut = folded(form);
    if (!shut && (!form.classList.contains("open") || form.elements.q.value.trim())) return;
    event.preventDefault();
    if (shut) unfold(form);
    else closeSearch(form);
  });

  document.addEventListener("keydown", (event) => {
    const form = event.target.closest(SEARCH);
    if (!form) return;
    const { field, button, found } = partsOf(form);
    if (event.key === "Escape" && (form.classList.contains("open") || !found.hidden)) {
      event.preventDefault();
      closeSearch(form);
      (folded(form) ? button : field).focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const stops = [field, ...found.querySelectorAll("a")];
      const next = stops[stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
      if (found.hidden || !next) return;
      event.preventDefault();
      next.focus();
    }
  });

  /* It closes when somebody presses something else, or goes on with the keyboard. */
  function leaveSearch(event) {
    const to = event.type === "focusout" ? event.relatedTarget : event.target;
    const form = document.querySelector(SEARCH);
    if (form && to && !form.contains(to)) closeSearch(form);
  }

  document.addEventListener("click", leaveSearch);
  document.addEventListener("focusout", leaveSearch);

  /* Send the time zone of the browser. */
  function tellOwnZone() {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    for (const field of document.querySelectorAll("input[data-own-zone]")) field.value = zone || "";
  }

  /* A row of tabs that is too long shows the current one among its neighbours; without this it lies over them. */
  function showCurrentTab() {
    const current = document.querySelector(".tabs li:has([aria-current])");
    if (!current) return;
    const row = current.parentElement, before = current.previousElementSibling;
    const start = before ? before.offsetLeft + before.offsetWidth : 0;
    row.scrollLeft = start - (row.clientWidth - current.offsetWidth) / 2;
  }

  /* So does a row of choices that scrolls. */
  function showChosen(root) {
    for (const chosen of root.querySelectorAll(".crest-options :checked")) {
      const option = chosen.parentElement, row = option.parentElement;
      row.scrollLeft = option.offsetLeft - row.firstElementChild.offsetLeft - (row.clientWidth - option.offsetWidth) / 2;
    }
  }

  document.addEventListener("htmx:oobAfterSwap", (event) => showChosen(event.target));

  document.addEventListener("DOMContentLoaded", () => {
    showCurrentTab();
    showChosen(document);
    tellOwnZone();
    readErrorsFirst(document);
    showScriptButtons(document);
    fetchFile(document);
  });
})();
