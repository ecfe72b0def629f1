/* Counts down to a moment. Without this file the page shows the end time. */
"use strict";

(function () {
  function show(clock, ends) {
    const left = Math.max(0, Math.round((ends - Date.now()) / 1000));
    const seconds = String(left % 60).padStart(2, "0");
    clock.textContent = `(${Math.floor(left / 60)}:${seconds})`;
    if (left > 0) setTimeout(() => show(clock, ends), 1000);
    else clock.classList.add("is-over");
  }

  for (const clock of document.querySelectorAll("[data-countdown]")) show(clock, Date.parse(clock.dateTime));
})();
