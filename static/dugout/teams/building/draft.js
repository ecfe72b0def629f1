/* Extras of the build page: step buttons beside numbers, and open sums that stay open. */
"use strict";

(function () {
  function show(root) {
    for (const button of root.querySelectorAll("[data-step][hidden]")) button.hidden = false;
    for (const part of root.querySelectorAll("[data-without-script]")) part.hidden = true;
  }

  /* One more or one fewer, within the limits. The server checks a typed number beyond them. */
  function step(button) {
    const input = button.closest(".stepper").querySelector("input");
    const change = Number(button.dataset.step);
    const now = Number.parseInt(input.value, 10) || 0;
    const most = input.max === "" ? Infinity : Number(input.max);
    const next = Math.max(now + change, 0);
    if (change > 0 && next > most) return;
    input.value = String(next);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (button) step(button);
  });

  /* Sums are drawn again after every change. Keep those open that the user has opened. */
  const unfolded = new Map();
  function remember(event) {
    const part = event.detail.target;
    const open = part.querySelectorAll("details[open]");
    unfolded.set(part.id, Array.from(open, (each) => each.className));
  }
  function unfold(event) {
    const part = event.detail.target;
    for (const name of unfolded.get(part.id) || []) part.querySelector(`details.${name}`)?.setAttribute("open", "");
  }
  for (const name of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) document.addEventListener(name, remember);
  for (const name of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(name, unfold);

  show(document);
})();
