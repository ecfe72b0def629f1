/* The sheet of an injury: who was hurt, how, the roll, the treatment; one entry gives the deed and the injury. It shows
   the fields that the form has for an injury of this player, dice as numbers to tap; what it saves is in the form. */
"use strict";

(function () {
  const sheet = document.getElementById("hurt-sheet");
  const table = window.reportTable;
  if (!sheet || !table) return;
  const { form, data, view, other, say, player, named, part } = table;
  const ROLL = "d68";
  const HOW = ["cause", "by"];
  const FEW = 8;
  const place = (name) => sheet.querySelector(`[data-${name}]`);
  let entry = null;

  /* -- parts of the sheet -- */

  function element(tag, className, content = "") {
    const made = Object.assign(document.createElement(tag), { className });
    made.append(content);
    return made;
  }

  /* Buttons of which one is chosen; they set the value of a field of the form's kind. */
  function choices(control, options, className) {
    const box = element("div", className);
    box.role = "radiogroup";
    for (const { value, label, tone } of options) {
      const choice = element("label", tone ? `choice tone-${tone}` : "choice");
      const radio = Object.assign(document.createElement("input"), { type: "radio", name: `sheet-${named(control)}`, value });
      radio.checked = control.value === String(value) && (value !== "" || control.tagName === "SELECT");
      radio.addEventListener("change", () => {
        control.value = value;
        control.dispatchEvent(new Event("change"));
      });
      choice.append(radio, element("span", "", label));
      box.append(choice);
    }
    return box;
  }

  function numbers(control, roll) {
    const options = roll.totals.map(([total, result]) => ({ value: total, label: total, tone: roll.results[result].tone }));
    const box = choices(control, options, "roll-numbers");
    box.style.setProperty("--columns", roll.columns);
    const said = element("p", "roll-result");
    said.setAttribute("role", "status");
    const tell = () => {
      const found = roll.totals.find(([total]) => String(total) === control.value);
      said.textContent = found ? `${found[0]}: ${roll.results[found[1]].words}` : "";
      said.className = found ? `roll-result tone-${roll.results[found[1]].tone}` : "roll-result";
    };
    control.addEventListener("change", tell);
    tell();
    const both = element("div", "", box);
    both.append(said);
    return both;
  }

  /* A field as the sheet shows it: few choices as buttons, dice as numbers, all others as they are in the form. */
  function shown(control, wrapper) {
    const roll = data.rolls[named(control)];
    if (roll) return numbers(control, roll);
    if (control.tagName !== "SELECT" || control.options.length > FEW) return wrapper;
    const options = [...control.options].map((each) => ({ value: each.value, label: each.textContent }));
    return choices(control, options, "seg wide");
  }

  function step(label, content, className = "sheet-step") {
    if (content.matches && content.matches("[data-only], .form-check, div:has(> select)")) return element("section", className, content);
    const section = element("section", className, element("h3", "", label));
    section.append(content);
    (content.matches("[role]") ? content : content.querySelector("[role='radiogroup']")).setAttribute("aria-label", label);
    return section;
  }

  function folded(label, content) {
    const fold = element("details", "sheet-step", element("summary", "", label));
    fold.append(content);
    return fold;
  }

  /* -- the fields of one injury -- */

  function fieldOf(wrapper) {
    const control = wrapper.querySelector("select, input");
    const label = wrapper.querySelector("label").textContent.trim();
    const [name, treated] = [named(control), Boolean(wrapper.closest(".treatment"))];
    entry.controls.set(name, control);
    if (name === "by" && entry.culprit) return null;
    const content = shown(control, wrapper);
    const folds = name === "named" || (treated && content !== wrapper);
    const section = folds ? folded(label, content) : step(label, content);
    section.dataset.field = name;
    return section;
  }

  /* A further roll is asked if a result leads to it; else it is empty. */
  function chain() {
    const asked = new Set();
    for (const [name, roll] of Object.entries(data.rolls)) {
      const control = entry.controls.get(name);
      const found = control && roll.totals.find(([total]) => String(total) === control.value);
      if (found) asked.add(roll.results[found[1]].leads);
    }
    for (const section of place("steps").querySelectorAll("[data-field]")) {
      const name = section.dataset.field;
      if (!data.rolls[name] || !data.rolls[name].follows) continue;
      section.hidden = !asked.has(name);
      if (section.hidden) emptied(name);
    }
  }

  function emptied(name) {
    const control = entry.controls.get(name);
    if (!control.value) return;
    control.value = "";
    for (const radio of sheet.querySelectorAll(`[name="sheet-${name}"]`)) radio.checked = false;
    control.dispatchEvent(new Event("change"));
  }

  /* A roll and a result by name exclude each other: the last one counts. */
  function exclude(roll, choice) {
    roll.addEventListener("change", () => roll.value && (choice.value = ""));
    choice.addEventListener("change", () => {
      if (choice.value) emptied(ROLL);
    });
  }

  function copied(side, who) {
    const detail = { side, player: who, injury: null };
    form.dispatchEvent(new CustomEvent("blank", { detail }));
    return detail.injury;
  }

  function fill(copy) {
    if (!entry.injury) return;
    for (const control of copy.querySelectorAll("[name]")) {
      const real = part(entry.injury, named(control));
      if (!real || real === control) continue;
      if (control.type === "checkbox") control.checked = real.checked;
      else control.value = real.value;
    }
  }

  /* Nobody is named yet who did it: a cause for which nobody needs to be, if there is one. */
  function nobody(cause) {
    const free = [...cause.options].find((each) => !data.causes.includes(each.value));
    if (free) cause.value = free.value;
  }

  function hurtOne(side, who) {
    Object.assign(entry, { victim: { side, who }, controls: new Map() });
    const hired = who.startsWith("h");
    const dice = hired && ofHired(side, who, ROLL);
    const copy = copied(side, who);
    fill(copy);
    if (!entry.culprit && !entry.injury) nobody(part(copy, "cause"));
    for (const name of dice && dice.value && !entry.culprit ? HOW : []) {
      const real = ofHired(side, who, name);
      if (real) part(copy, name).value = real.value;
    }
    const wrappers = [...copy.querySelectorAll(".injury-fields > div")];
    const wanted = (wrapper) => {
      const name = named(wrapper.querySelector("select, input"));
      return !hired || name === "cause" || (name !== "named" && Boolean(ofHired(side, who, name)));
    };
    const sections = wrappers.filter(wanted).map(fieldOf).filter(Boolean);
    const folds = (section) => section.matches("details");
    const open = sections.filter((each) => !folds(each));
    place("steps").replaceChildren(...open, ...sections.filter(folds));
    if (dice) entry.controls.get(ROLL).value = dice.value;
    if (!hired) exclude(entry.controls.get(ROLL), entry.controls.get("named"));
    for (const control of entry.controls.values()) control.addEventListener("change", refresh);
    refresh();
    /* What is rolled after the injury, such as a regeneration, comes into sight with it. */
    const last = () => open.filter((each) => !each.hidden).at(-1);
    entry.controls.get(ROLL)?.addEventListener("change", () => last().scrollIntoView({ block: "nearest" }));
  }

  function refresh() {
    chain();
    const deed = data.deeds[data.credited];
    const counts = entry.culprit && data.causes.includes(entry.controls.get("cause").value) && deed.points;
    const who = entry.culprit && player(entry.culprit.side, entry.culprit.who).full;
    place("save").textContent = counts ? say("save_points", { who, points: `${deed.points} ${data.points}` }) : say("save");
    place("save").hidden = false;
  }

  /* -- who was hurt -- */

  function victims(side) {
    const there = [...view.querySelectorAll(`.player-shirt[data-side="${side}"]:not([disabled])`)];
    const shirts = there.map((shirt) => {
      const button = element("button", "player-shirt small-shirt");
      Object.assign(button, { type: "button", ariaPressed: "false", ariaLabel: shirt.dataset.called });
      button.append(shirt.querySelector("svg").cloneNode(true), element("span", "", shirt.querySelector("span").textContent));
      button.addEventListener("click", () => {
        for (const each of place("pick").children) each.ariaPressed = String(each === button);
        hurtOne(side, shirt.dataset.who);
      });
      return button;
    });
    const unknown = element("button", "player-shirt small-shirt", say("not_noted"));
    Object.assign(unknown, { type: "button" });
    unknown.addEventListener("click", () => {
      sheet.close();
      table.record(entry.culprit.side, entry.culprit.who, data.credited);
    });
    return [...shirts, unknown];
  }

  /* Opens it: for a ``culprit`` of whom the victim is still asked, for a ``victim``, or to change an ``injury``. */
  function open({ culprit = null, victim = null, injury = null, event = null }) {
    entry = { culprit, victim, injury, event, controls: new Map() };
    const { side, who } = culprit || victim;
    sheet.className = `table-sheet-box ${table.kit(side)}`;
    const key = culprit ? "casualty_by" : "hurt_title";
    place("title").textContent = say(key, { who: player(side, who).full });
    const shirt = view.querySelector(`.player-shirt[data-side="${side}"][data-who="${who}"] svg`);
    place("shirt").replaceChildren(shirt.cloneNode(true));
    place("what").hidden = !culprit;
    place("victims").hidden = !culprit;
    place("pick").replaceChildren(...(culprit ? victims(other[side]) : []));
    place("steps").replaceChildren();
    place("save").hidden = true;
    if (victim) hurtOne(victim.side, victim.who);
    sheet.showModal();
    const first = sheet.querySelector("[data-pick] button, [data-steps] input:checked, [data-steps] input");
    if (first) first.focus();
  }

  /* -- saving -- */

  function written(injury) {
    for (const [name, control] of entry.controls) {
      const real = part(injury, name);
      if (control.type === "checkbox") real.checked = control.checked;
      else real.value = control.value;
    }
    if (entry.culprit) {
      const by = part(injury, "by");
      by.value = entry.culprit.who;
      if (!by.value) by.value = table.HIRED; // the only hired player
    }
    const outcome = injury.querySelector(".outcome");
    if (outcome) outcome.remove();
    table.sent(part(injury, part(injury, "by").value ? "by" : "cause"), "change");
  }

  function added() {
    const { side, who } = entry.victim;
    const before = table.injuries(side).length;
    form.elements[`add.${side}`].value = who;
    form.querySelector(`[name="add"][value="${side}"]`).click();
    const all = table.injuries(side);
    return all.length > before ? all.at(-1) : null;
  }

  /* Who is credited by the sheet, as it is now; null for nobody. */
  function credited() {
    if (!data.credited || !data.causes.includes(entry.controls.get("cause").value)) return null;
    if (entry.culprit) return [entry.culprit.side, entry.culprit.who];
    const by = entry.controls.get("by");
    return by && by.value && by.value !== table.HIRED ? [other[entry.victim.side], by.value] : null;
  }

  function save() {
    const { side, who } = entry.victim;
    const by = credited();
    sheet.close();
    table.begin();
    if (who.startsWith("h")) return saveHired(side, who, by);
    const was = entry.injury && table.culprit(entry.injury);
    const same = was && by && was.join() === by.join();
    const changes = same ? [] : [was && [...was, -1], by && [...by, 1]].filter(Boolean);
    const event = entry.event || { side, who, deed: "", ...table.now };
    table.adjusted(same ? [[...by, 0]] : changes, () => {
      if (!entry.event) table.add(event);
      const injury = entry.injury || added();
      if (injury) written(injury);
      else table.drop(event);
    });
    table.announce(table.words(event));
  }

  const ofHired = (side, who, name) => form.elements[`hired.${side}.${who.slice(1)}.${name}`];

  /* The report has no injuries of hired players: only the roll and who did it, where they matter, and the deed. */
  function saveHired(side, who, by) {
    const dice = ofHired(side, who, ROLL);
    for (const name of HOW.filter((each) => ofHired(side, who, each))) {
      const real = ofHired(side, who, name);
      real.value = name === "by" && entry.culprit ? entry.culprit.who : entry.controls.get(name).value;
      if (name === "by" && entry.culprit && !real.value) real.value = table.HIRED; // the only hired player
    }
    if (dice) {
      dice.value = entry.controls.get(ROLL).value;
      table.sent(dice);
    }
    if (by) table.record(...by, data.credited);
  }

  sheet.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (event.target === sheet || (button && "close" in button.dataset)) sheet.close();
    if (button && "save" in button.dataset) save();
  });

  table.hurt = open;
  table.change = (event, injury) => open({ victim: { side: event.side, who: event.who }, injury, event });
})();
