/* Extras of the match report: step buttons, players folded on a phone. The form works without this file. */
"use strict";

(function () {
  const form = document.getElementById("report");
  if (!form) return;

  /* -- steps -- */

  function showSteps(root) {
    for (const button of root.querySelectorAll("button[data-step]")) button.hidden = false;
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-step]");
    if (!button) return;
    const input = button.parentElement.querySelector("input");
    const most = Number(input.max) || 99;
    const value = Math.min(most, Math.max(0, (Number(input.value) || 0) + Number(button.dataset.step)));
    input.value = value || "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

  /* -- players: on a phone only those with any count are unfolded -- */

  function counts(row) {
    const told = [];
    for (const cell of row.querySelectorAll("td[data-label]")) {
      const value = Number(cell.querySelector("input").value);
      if (value) told.push(value + " " + cell.dataset.abbr);
    }
    return told.join(", ");
  }

  function tell(row) {
    const told = row.querySelector(".player-told");
    if (told) told.textContent = counts(row);
  }

  function foldable(row) {
    const name = row.querySelector(".player-name");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "player-toggle";
    button.append(...name.childNodes);
    const told = document.createElement("span");
    told.className = "player-told";
    button.append(told);
    name.replaceWith(button);
    fold(row, !counts(row));
    tell(row);
    button.addEventListener("click", () => fold(row, !row.classList.contains("folded")));
  }

  function fold(row, folded) {
    row.classList.toggle("folded", folded);
    row.querySelector(".player-toggle").setAttribute("aria-expanded", String(!folded));
  }

  /* -- all together -- */

  function begin(root) {
    showSteps(root);
    for (const row of root.querySelectorAll("tr.player")) foldable(row);
  }

  begin(form);

  form.addEventListener("input", (event) => {
    const row = event.target.closest("tr.player");
    if (row) tell(row);
  });
  /* casualties.js has filled in a player's tally: show it. */
  form.addEventListener("credited", (event) => {
    const row = event.target.closest("tr.player");
    if (!row) return;
    fold(row, false);
    tell(row);
  });
  form.addEventListener("filled", () => {
    for (const row of form.querySelectorAll("tr.player")) {
      fold(row, !counts(row));
      tell(row);
    }
  });
})();
