/* Comforts of the match report: steps of one, players folded on a phone, a draft kept on this device.
   Without this file the form works as it stands. */
"use strict";

(function () {
  const form = document.getElementById("report");
  if (!form) return;
  const KEPT_DAYS = 14;

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

  /* -- players: on a phone only those who did something are unfolded -- */

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

  /* -- an injury caused by a block is a casualty of the one who blocked -- */

  function credit(select) {
    const fields = select.closest(".injury");
    const side = select.name.split(".")[1] === "home" ? "away" : "home";
    if (fields.querySelector("select[name$='.cause']").value !== "block" || !/^\d+$/.test(select.value)) return;
    const input = form.elements["line." + side + "." + select.value + ".casualties"];
    let caused = 0;
    for (const each of form.querySelectorAll("select[data-culprit]")) {
      const block = each.closest(".injury").querySelector("select[name$='.cause']").value === "block";
      if (block && each.name.split(".")[1] !== side && each.value === select.value) caused += 1;
    }
    if (!input || Number(input.value) >= caused) return;
    input.value = caused;
    const row = input.closest("tr");
    fold(row, false);
    tell(row);
  }

  /* -- the draft -- */

  const key = form.dataset.draft;

  function fields() {
    const kept = {};
    for (const element of form.elements) {
      if (!element.name || element.type === "hidden" || element.type === "submit" || element.type === "button") continue;
      if (element.name.startsWith("add.")) continue;
      kept[element.name + (element.type === "checkbox" ? "=" + element.value : "")] =
        element.type === "checkbox" ? element.checked : element.value;
    }
    return kept;
  }

  function victims() {
    const found = [];
    for (const element of form.querySelectorAll("input[type='hidden'][name^='injury.']")) {
      found.push([element.name.split(".")[1], element.value]);
    }
    return found;
  }

  function keep() {
    try {
      const draft = { version: form.dataset.version, at: Date.now(), fields: fields(), victims: victims() };
      localStorage.setItem(key, JSON.stringify(draft));
    } catch (full) {
      /* no room or not allowed: then nothing is kept */
    }
  }

  function kept() {
    try {
      const draft = JSON.parse(localStorage.getItem(key));
      const young = draft && Date.now() - draft.at < KEPT_DAYS * 86400000;
      return young && draft.version === form.dataset.version ? draft : null;
    } catch (broken) {
      return null;
    }
  }

  function discard() {
    try {
      localStorage.removeItem(key);
    } catch (forbidden) {
      /* nothing was kept then */
    }
  }

  function fill(draft) {
    for (const element of form.elements) {
      if (!element.name) continue;
      const name = element.name + (element.type === "checkbox" ? "=" + element.value : "");
      if (!(name in draft.fields)) continue;
      if (element.type === "checkbox") element.checked = draft.fields[name];
      else element.value = draft.fields[name];
    }
  }

  /* Injuries are rows that the server draws: each is added as a person would, then all is filled in. */
  async function restore(draft) {
    for (const side of ["home", "away"]) {
      const there = victims().filter((each) => each[0] === side).length;
      for (const [, player] of draft.victims.filter((each) => each[0] === side).slice(there)) {
        const select = form.elements["add." + side];
        select.value = player;
        const button = form.querySelector("button[name='add'][value='" + side + "']");
        await window.htmx.ajax("POST", button.getAttribute("hx-post"), {
          source: button,
          select: button.getAttribute("hx-select"),
          target: button.getAttribute("hx-target"),
          swap: "outerHTML",
        });
      }
    }
    fill(draft);
    for (const row of form.querySelectorAll("tr.player")) {
      fold(row, !counts(row));
      tell(row);
    }
    form.querySelector("[data-restored]").hidden = false;
    form.dispatchEvent(new Event("change"));
  }

  /* -- all together -- */

  function begin(root) {
    showSteps(root);
    for (const row of root.querySelectorAll("tr.player")) foldable(row);
  }

  begin(form);
  const draft = form.hasAttribute("data-typed") ? null : kept();
  if (draft) window.addEventListener("load", () => restore(draft));

  form.addEventListener("input", (event) => {
    const row = event.target.closest("tr.player");
    if (row) tell(row);
    keep();
  });
  form.addEventListener("change", (event) => {
    if (event.target.matches && event.target.matches("select[data-culprit], select[name$='.cause']")) {
      credit(event.target.closest(".injury").querySelector("select[data-culprit]"));
    }
    keep();
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter && !event.submitter.name) keep();
  });
  form.querySelector("[data-discard]").addEventListener("click", () => {
    discard();
    window.location.reload();
  });
  document.addEventListener("htmx:afterSwap", () => keep());
})();
