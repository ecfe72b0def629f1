/* A page that waits for somebody looks now and then whether its match has gone on, but not while nobody sees it. */
"use strict";

(function () {
  const PAUSE = 15000;

  function look() {
    if (document.hidden) return;
    for (const each of document.querySelectorAll("[data-waiting]")) htmx.trigger(each, "look");
  }

  setInterval(look, PAUSE);
  document.addEventListener("visibilitychange", look);
})();
