/* The report as one writes it at the table: tap a player, tap what happened; the list of events is the report. It is a
   view of the form's own fields, which are what is sent (events.js); without this file there are the fields. */
"use strict";

(function () {
  const table = window.reportTable;
  if (!table) return;
  const { form, view, data, SIDES, now, say, player, kit, tell, figure, score, tally, injuries, victim, sent, words } = table;
  const HURT = "hurt";
  const sheet = document.getElementById("player-sheet");
  let armed = "";

  /* -- the list -- */

  function drawn(event, at) {
    const row = document.getElementById("table-event").content.firstElementChild.cloneNode(true);
    const place = (name) => row.querySelector(`[data-${name}]`);
    row.className = kit(event.side);
    place("when").textContent = event.turn ? say("turn", event) : "";
    place("what").replaceChildren(Object.assign(document.createElement(event.undone ? "s" : "span"), { textContent: words(event) }));
    place("at").textContent = at;
    if (event.undone || event.deed) place("change").remove();
    else {
      place("change").setAttribute("aria-label", say("change", { what: words(event) }));
      place("change").addEventListener("click", () => table.change(event, table.injuryOf(event)));
    }
    if (event.undone) {
      place("undo").remove();
      return row;
    }
    place("undo").setAttribute("aria-label", say("undo", { what: words(event) }));
    place("undo").addEventListener("click", () => takeBack(event));
    return row;
  }

  /* The list is drawn again, so the focus goes to what can be taken back next. */
  function takeBack(event) {
    table.undo(event);
    (view.querySelector("[data-undo]") || view.querySelector("[data-arm]")).focus();
  }

  /* Where the keyboard stands in the list, which is drawn again whenever the server answers: which row, which button. */
  function standing(events) {
    const at = document.activeElement;
    const nth = [...events.children].findIndex((row) => row.contains(at));
    const name = ["undo", "change"].find((each) => each in at.dataset);
    return () => nth >= 0 && name && events.children[nth]?.querySelector(`[data-${name}]`)?.focus();
  }

  function list() {
    const events = view.querySelector("[data-events]");
    const stand = standing(events);
    const scored = { home: 0, away: 0 };
    const rows = table.all().map((event) => {
      const scores = event.deed && data.deeds[event.deed].scores && !event.undone;
      if (scores) scored[event.side] += 1;
      return drawn(event, scores ? `${scored.home} – ${scored.away}` : "");
    });
    events.replaceChildren(...rows.reverse());
    stand();
    view.querySelector("[data-count]").textContent = table.all().filter((each) => !each.undone).length;
    view.querySelector("[data-no-events]").hidden = rows.length > 0;
  }

  /* -- shirts, board, problems -- */

  function marks(side, who) {
    const done = Object.entries(data.deeds).map(([deed, { short }]) => [figure(tally(side, who, deed)), short]);
    const hurt = injuries(side).filter((each) => victim(each) === who).length;
    return [...done, [hurt, "✚"]].filter(([count]) => count).map(([count, mark]) => (count > 1 ? `${count} ${mark}` : mark));
  }

  function shirts() {
    for (const shirt of view.querySelectorAll(".player-shirt:not([disabled])")) {
      shirt.dataset.called = shirt.dataset.called || shirt.getAttribute("aria-label");
      const done = marks(shirt.dataset.side, shirt.dataset.who).join(" ");
      shirt.querySelector("em").textContent = done;
      shirt.setAttribute("aria-label", [shirt.dataset.called, done].filter(Boolean).join(", "));
    }
  }

  function board() {
    view.querySelector("[data-score]").textContent = SIDES.map((side) => figure(score(side))).join(" – ");
    const hurt = view.querySelector("[data-hurts]");
    if (!hurt) return;
    const sum = (side) =>
      Object.keys(data.players[side]).reduce((all, who) => all + figure(tally(side, who, data.credited)), 0);
    hurt.textContent = `${data.deeds[data.credited].many} ${SIDES.map(sum).join(" – ")}`;
  }

  function whose(place) {
    const [, side, what, nth] = place.split("-");
    if (!data.players[side]) return "";
    const found = what === "players" ? player(side, nth) : what === "induced" && nth ? player(side, `h${nth}`) : null;
    if (found) return found.full;
    return what === "injuries" && nth ? say("which", { nth, team: data.teams[side] }) : data.teams[side];
  }

  function problems() {
    const rows = [...form.querySelectorAll(".place > :is(.place-wrong, .place-hint)")].map((each) => {
      const row = document.createElement("li");
      row.className = each.className;
      row.textContent = [whose(each.closest(".place").id), each.textContent.trim()].filter(Boolean).join(": ");
      return row;
    });
    view.querySelector("[data-problems]").replaceChildren(...rows);
    view.querySelector("[data-problems]").hidden = !rows.length;
  }

  function draw() {
    list();
    shirts();
    board();
    problems();
    for (const button of view.querySelectorAll("[data-half]")) button.ariaPressed = String(Number(button.dataset.half) === now.half);
    if (data.turns) view.querySelector("[data-turn-now]").textContent = now.turn;
  }

  /* -- what is tapped -- */

  function act(side, who, what) {
    if (what === HURT) table.hurt({ victim: { side, who } });
    else if (data.deeds[what].hurts) table.hurt({ culprit: { side, who } });
    else table.record(side, who, what);
  }

  /* The boxes and dice that the player's row has besides counts, as the sheet's own. */
  function switches(side, who) {
    const row = tally(side, who, Object.keys(data.deeds)[0]).closest("tr");
    return [...row.querySelectorAll("th label")].map((label) => {
      const [copy, real] = [label.cloneNode(true), label.querySelector("input, select")];
      const own = copy.querySelector("input, select");
      own.removeAttribute("name");
      Object.assign(own, { value: real.value, checked: real.checked });
      own.addEventListener("input", () => {
        Object.assign(real, { value: own.value, checked: own.checked });
        sent(real);
      });
      return copy;
    });
  }

  function open(side, who, shirt) {
    const { full, what } = player(side, who);
    sheet.className = `table-sheet-box ${kit(side)}`;
    sheet.dataset.side = side;
    sheet.dataset.who = who;
    sheet.querySelector("[data-title]").textContent = full;
    const half = view.querySelector("[data-half][aria-pressed='true']");
    const when = half ? say("when", { half: half.textContent, turn: now.turn }) : "";
    sheet.querySelector("[data-what]").textContent = [what, when].filter(Boolean).join(" · ");
    sheet.querySelector("[data-shirt]").replaceChildren(shirt.querySelector("svg").cloneNode(true));
    sheet.querySelector("[data-switches]").replaceChildren(...switches(side, who));
    sheet.showModal();
  }

  function arm(what) {
    armed = what;
    for (const chip of view.querySelectorAll("[data-arm]")) chip.ariaPressed = String(chip.dataset.arm === what);
    view.toggleAttribute("data-chosen", Boolean(what));
    tell(!what ? "" : what === HURT ? say("chosen_hurt") : say("chosen", { what: data.deeds[what].one }));
  }

  function show(which) {
    view.dataset.shown = which;
    for (const tab of view.querySelectorAll("[data-show]")) tab.ariaPressed = String(tab.dataset.show === which);
  }

  function turn(half, turns) {
    now.half = half;
    now.turn = Math.min(data.turns, Math.max(1, turns));
    draw();
  }

  view.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const { side, who } = button.dataset;
    if (who && armed) act(side, who, armed);
    else if (who) open(side, who, button);
    else if ("arm" in button.dataset) arm(button.dataset.arm);
    else if (button.dataset.show) show(button.dataset.show);
    else if (button.dataset.half) turn(Number(button.dataset.half), 1);
    else if (button.dataset.turn) turn(now.half, now.turn + Number(button.dataset.turn));
  });

  sheet.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (event.target === sheet || (button && "close" in button.dataset)) sheet.close();
    if (!button || !button.dataset.deed) return;
    sheet.close();
    act(sheet.dataset.side, sheet.dataset.who, button.dataset.deed);
  });

  /* -- this view, or all fields -- */

  const KEY = "report-view";

  /* Only who chooses all fields needs their style sheet. */
  function dress() {
    if (document.querySelector(`link[href="${form.dataset.fields}"]`)) return;
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: form.dataset.fields }));
  }

  function look(which) {
    if (which !== "table") dress();
    form.dataset.view = which;
    view.hidden = which !== "table";
    for (const button of form.querySelectorAll("[data-views] button")) button.ariaPressed = String(button.dataset.view === which);
  }

  form.querySelector("[data-views]").addEventListener("click", (event) => {
    const which = event.target.dataset.view;
    if (!which) return;
    sessionStorage.setItem(KEY, which);
    look(which);
  });

  /* -- all together -- */

  function changed() {
    table.settle();
    draw();
  }

  let waiting = 0;
  function later() {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(draw);
  }

  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  form.addEventListener("filled", () => {
    table.read();
    draw();
  });
  document.addEventListener("htmx:oobAfterSwap", later);
  form.querySelector("[data-views]").hidden = false;
  look(sessionStorage.getItem(KEY) || "table");
  table.read();
  draw();
})();
