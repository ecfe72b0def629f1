// Choices above a table take effect at once. With the arrow keys one can look through them first: then Enter, or leaving
// the field, sends them. On a phone those of a table are in a sheet with a button, for several at once.
(() => {
  "use strict";
  const wide = window.matchMedia("(min-width: 37.5rem)");
  let looking = null;
  const form = (field) => field.closest("form[data-filters]");
  const atOnce = (filters) => wide.matches || !filters.closest(".choose");
  document.addEventListener("keydown", (event) => {
    if (form(event.target) && event.target.matches("select")) looking = event.key === "Enter" ? null : event.target;
  });
  document.addEventListener("pointerdown", () => { looking = null; });
  document.addEventListener("change", (event) => {
    const filters = form(event.target);
    if (filters && atOnce(filters) && looking !== event.target) filters.requestSubmit();
    else if (filters) filters.dataset.changed = "";
  });
  document.addEventListener("focusout", (event) => {
    const filters = form(event.target);
    if (filters && atOnce(filters) && "changed" in filters.dataset && event.target.matches("select")) filters.requestSubmit();
  });
})();
