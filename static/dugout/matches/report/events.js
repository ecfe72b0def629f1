/* What has happened, as the report's view at the table (table.js) and its sheet of an injury (hurt.js) know it: the form's
   own fields say it, and one more field, the order, says when. What can happen and how it is called comes with the page
   (matches/report/table_view.py). */
"use strict";

(function () {
  const form = document.getElementById("report");
  const view = document.getElementById("table-view");
  if (!form || !view) return;
  const data = JSON.parse(document.getElementById("table-data").textContent);
  const SIDES = ["home", "away"];
  const other = { home: "away", away: "home" };
  const HIRED = "hired";
  const MOST_UNDONE = 20;
  const EVENT = /^(-?)(home|away)\.(h?\d+)\.([a-z_0-9]*)\.(\d)\.(\d+)$/;
  const order = form.elements.order;
  let events = [];
  const now = { half: data.turns ? 1 : 0, turn: data.turns ? 1 : 0 };

  /* -- words -- */

  const say = (key, values = {}) => data.words[key].replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? "");
  const player = (side, who) => data.players[side][who];
  const kit = (side) => data.kits[side];
  const tell = (words) => (view.querySelector("[data-told]").textContent = words);

  /* -- the fields -- */

  const figure = (input) => (input ? Number(input.value) || 0 : 0);
  const score = (side) => form.elements[`score.${side}`];
  const injuries = (side) => [...form.querySelectorAll(`.injury[data-injury="${side}"]`)];
  const named = (element) => element.name.split(".").slice(3).join(".");
  const part = (injury, name) => [...injury.querySelectorAll("[name]")].find((each) => named(each) === name);
  const victim = (injury) => part(injury, "player").value;
  const credits = (injury) => data.causes.includes(part(injury, "cause").value);
  const sent = (input, kind = "input") => input.dispatchEvent(new Event(kind, { bubbles: true }));

  function tally(side, who, deed) {
    const row = who.startsWith("h") ? `hired.${side}.${who.slice(1)}` : `line.${side}.${who}`;
    return form.elements[`${row}.${deed}`];
  }

  /* How many of a side's credited deeds its players have for injuries that name them. */
  function explained(side) {
    const found = new Map();
    let hired = 0;
    for (const injury of data.credited ? injuries(other[side]).filter(credits) : []) {
      const by = part(injury, "by").value;
      if (by === HIRED) hired += 1;
      else found.set(by, (found.get(by) || 0) + 1);
    }
    for (const who of Object.keys(data.players[side]).filter((each) => each.startsWith("h"))) {
      const more = Math.min(hired, Math.max(0, figure(tally(side, who, data.credited)) - (found.get(who) || 0)));
      found.set(who, (found.get(who) || 0) + more);
      hired -= more;
    }
    return found;
  }

  /* What the fields say has happened: how often, by the beginning of an event's text. */
  function there() {
    const found = new Map();
    const add = (key, count) => count > 0 && found.set(key, (found.get(key) || 0) + count);
    for (const side of SIDES) {
      const known = explained(side);
      for (const who of Object.keys(data.players[side])) {
        for (const deed of Object.keys(data.deeds)) {
          const own = figure(tally(side, who, deed));
          add(`${side}.${who}.${deed}`, own - (deed === data.credited ? known.get(who) || 0 : 0));
        }
      }
      for (const injury of injuries(side)) add(`${side}.${victim(injury)}.`, 1);
    }
    return found;
  }

  /* Tallies that a change of injuries moves by so much, whatever casualties.js makes of it. */
  function adjusted(changes, action) {
    const wanted = changes.map(([side, who, more]) => {
      const input = tally(side, who, data.credited);
      return [input, Math.max(0, figure(input) + more)];
    });
    action();
    for (const [input, value] of wanted) {
      if (!input || figure(input) === value) continue;
      input.value = value || "";
      sent(input);
    }
  }

  /* Who is credited with an injury, as [side, player]; null for nobody. */
  function culprit(injury) {
    const by = part(injury, "by").value;
    if (!by || !credits(injury)) return null;
    const side = other[injury.dataset.injury];
    if (by !== HIRED) return [side, by];
    const hired = Object.keys(data.players[side]).filter((each) => each.startsWith("h"));
    return [side, hired.findLast((each) => figure(tally(side, each, data.credited))) || hired[0]];
  }

  /* -- the events: their order is one more field; what they say is in the others -- */

  const key = (event) => `${event.side}.${event.who}.${event.deed}`;
  const text = (event) => `${event.undone ? "-" : ""}${key(event)}.${event.half}.${event.turn}`;

  /* Reads the order that the page has: when it is opened, and when a saved copy was filled in. */
  function read() {
    const found = order.value.split(" ").map((each) => each.match(EVENT));
    events = found.filter(Boolean).map(([, minus, side, who, deed, half, turn]) => ({
      side, who, deed, half: Number(half), turn: Number(turn), undone: Boolean(minus),
    })); // prettier-ignore
    events = events.filter((each) => player(each.side, each.who) && (!each.deed || data.deeds[each.deed]));
    fit();
    const last = events.findLast((each) => each.half);
    if (last && data.turns) Object.assign(now, { half: last.half, turn: last.turn });
  }

  /* Leaves out events that the fields no longer say, and adds those that were entered there. */
  function fit() {
    const left = there();
    const undone = events.filter((each) => each.undone).slice(-MOST_UNDONE);
    events = events.filter((event) => {
      if (event.undone) return undone.includes(event);
      const count = left.get(key(event)) || 0;
      left.set(key(event), count - 1);
      return count > 0;
    });
    for (const [name, count] of left) {
      const [side, who, deed] = name.split(".");
      for (let nth = 0; nth < count; nth += 1) events.push({ side, who, deed, half: 0, turn: 0 });
    }
  }

  /* The injury of an event: the first event of a player is about the first injury, and so on. */
  function injuryOf(event) {
    const same = events.filter((each) => !each.undone && key(each) === key(event));
    return injuries(event.side).filter((each) => victim(each) === event.who)[same.indexOf(event)];
  }

  function begin() {
    if (SIDES.some((side) => score(side).value)) return;
    for (const side of SIDES) score(side).value = "0";
  }

  /* The touchdowns that a side's players have. A score above that has some that are nobody's yet. */
  function scored(side) {
    const deeds = Object.keys(data.deeds).filter((deed) => data.deeds[deed].scores);
    const inputs = deeds.flatMap((deed) => [...form.querySelectorAll(`[name*=".${side}."][name$=".${deed}"]`)]);
    return inputs.reduce((sum, input) => sum + figure(input), 0);
  }

  function record(side, who, deed) {
    const input = tally(side, who, deed);
    if (figure(input) >= Number(input.max)) {
      tell(say("most", { most: input.max }));
      return;
    }
    events.push({ side, who, deed, ...now });
    input.value = figure(input) + 1;
    begin();
    if (data.deeds[deed].scores) score(side).value = Math.max(figure(score(side)), scored(side));
    sent(input);
    announce(`${player(side, who).full}: ${data.deeds[deed].one}`);
  }

  function announce(what) {
    tell(say("score", { what, home: figure(score("home")), away: figure(score("away")) }));
  }

  function undo(event) {
    const what = words(event);
    const injury = event.deed ? null : injuryOf(event);
    Object.assign(event, { undone: true, what });
    if (event.deed) {
      const input = tally(event.side, event.who, event.deed);
      input.value = figure(input) - 1 || "";
      if (data.deeds[event.deed].scores) score(event.side).value = Math.max(0, figure(score(event.side)) - 1);
      sent(input);
    } else {
      const by = culprit(injury);
      adjusted(by ? [[...by, -1]] : [], () => injury.querySelector("[data-remove]").click());
    }
    announce(say("undone", { what }));
  }

  /* -- an event in words -- */

  /* What was rolled, and what holds in the end as soon as the server has worked it out. */
  function result(injury) {
    const rolls = Object.keys(data.rolls).map((name) => part(injury, name)?.value);
    const outcome = injury.querySelector(".outcome");
    if (outcome) return [rolls.filter(Boolean).join(", "), outcome.textContent].filter(Boolean).join(": ");
    const [roll, choice] = [part(injury, "d68"), part(injury, "named")];
    const found = roll.value && data.rolls.d68.totals.find(([total]) => total === Number(roll.value));
    const treated = [...injury.querySelectorAll(".treatment [name]")].some((each) => (each.type === "checkbox" ? each.checked : each.value));
    if (found) return say(treated ? "untreated" : "rolled", { roll: roll.value, what: data.rolls.d68.results[found[1]].words });
    return choice.value ? choice.selectedOptions[0].textContent : say("no_roll");
  }

  function words(event) {
    const who = player(event.side, event.who).full;
    if (event.what) return event.what;
    if (event.deed) return `${who} ${data.deeds[event.deed].one}`;
    const injury = event.undone ? null : injuryOf(event);
    if (!injury) return say("was_hurt", { who });
    const [by, cause] = [part(injury, "by"), part(injury, "cause")];
    const causer = by.value && (player(other[event.side], by.value) || { full: say("hired") }).full;
    const how = cause.selectedIndex ? `${cause.selectedOptions[0].textContent}, ` : "";
    return `${causer ? say("hurt", { by: causer, who }) : say("was_hurt", { who })}: ${how}${result(injury)}`;
  }

  /* After a change of the fields: the list fits them again, and the order is saved with them. */
  function settle() {
    fit();
    order.value = events.map(text).join(" ");
  }

  window.reportTable = {
    form, view, data, SIDES, other, HIRED, now,
    say, player, kit, tell, announce, figure, score, tally, injuries, named, part, victim, culprit, adjusted, sent,
    read, settle, record, undo, begin, words, injuryOf,
    all: () => events,
    add: (event) => events.push(event),
    drop: (event) => {
      events = events.filter((each) => each !== event);
    },
  }; // prettier-ignore
})();
