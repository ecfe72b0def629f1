/* Comforts of the pages on which a team is built: buttons beside numbers, and an open sum that stays open. */
"use strict";

(function () {
  function show(root) {
    for (const button of root.querySelectorAll("[data-step][hidden]")) button.hidden = false;
    for (const part of root.querySelectorAll("[data-without-script]")) part.hidden = true;
  }

  /* One more or one fewer, within what is allowed; a typed number beyond that is left for the rules to judge. */
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

  /* The sum is drawn anew with every change: whoever had unfolded it wants to go on reading it. */
  let unfolded = false;
  document.addEventListener("htmx:beforeSwap", (event) => {
    unfolded = Boolean(event.target.querySelector("details.figure[open]"));
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (unfolded) event.target.querySelector("details.figure")?.setAttribute("open", "");
  });

  show(document);
})();
