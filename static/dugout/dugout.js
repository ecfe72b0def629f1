/* Comforts only: every page works without this file. */
"use strict";

(function () {
  const NO_ANSWER = "The server did not answer as it should. Reload the page to see what was kept, then try again.";

  /* A form that came back refused: begin reading at what is wrong. */
  function readErrorsFirst(root) {
    const summary = root.querySelector("[data-error-summary]");
    if (summary) summary.focus();
  }

  /* Menus close on Escape and on a press elsewhere. */
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

  /* An impatient second press is held back for a moment; the command id in the form is what really guards. */
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

  /* Buttons that only a script can serve are hidden until there is one. */
  function showScriptButtons(root) {
    for (const button of root.querySelectorAll("button:is([data-print], [data-copy], [data-tick])[hidden]")) {
      button.hidden = false;
    }
  }

  /* All boxes of a name are ticked, or none where all are. */
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-tick]");
    if (!button) return;
    const boxes = [...document.querySelectorAll(`input[type=checkbox][name="${button.dataset.tick}"]`)];
    const all = boxes.every((box) => box.checked);
    for (const box of boxes) box.checked = !all;
  });

  /* Copy what a field holds. Without a clipboard (a page that is not served safely) it is marked, for the hand to copy. */
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

  /* A part of the page that could not be fetched says so, in the region that screen readers watch. */
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
  });

  /* The browser knows by which clock somebody lives. */
  function tellOwnZone() {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    for (const field of document.querySelectorAll("input[data-own-zone]")) field.value = zone || "";
  }

  document.addEventListener("DOMContentLoaded", () => {
    tellOwnZone();
    readErrorsFirst(document);
    showScriptButtons(document);
  });
})();
