/* A casualty is entered once: an injury with "by whom" fills that player's tally, and the tallies name who caused an
   injury. The book says which deed is credited, and for which causes; without one there is nothing to do. Without this file the server does the same when the report is sent (matches/report/form/reading.py).
   What the user typed stays. `data-filled` marks a number that was filled in here, `data-guessed` a player. */
"use strict";

(function () {
  const form = document.getElementById("report");
  if (!form || !form.dataset.credited) return;
  const deed = `.${form.dataset.credited}`;
  const causes = form.dataset.causes.split(" ");
  const HIRED = "hired";
  const opponent = { home: "away", away: "home" };

  /* -- what the form says now -- */

  /* The injuries of a side that count as a casualty of the opponent. */
  function injuries(side) {
    return [...form.querySelectorAll(`.injury[data-injury="${side}"] select[data-culprit]`)].filter((culprit) =>
      causes.includes(culprit.closest(".injury").querySelector("select[name$='.cause']").value),
    );
  }

  const isGuess = (culprit) => Boolean(culprit.value) && culprit.dataset.guessed === culprit.value;
  const isFilled = (tally) => Boolean(tally.value) && tally.dataset.filled === tally.value;

  /* The fields with the tallies of a side's players, by player; of hired ones by their place if there are several. */
  function tallies(side) {
    const found = new Map();
    for (const tally of form.querySelectorAll(`input[name^="line.${side}."][name$="${deed}"]`)) {
      found.set(tally.name.split(".")[2], tally);
    }
    const hired = form.querySelectorAll(`input[name^="hired.${side}."][name$="${deed}"]`);
    for (const tally of hired) found.set(hired.length > 1 ? `h${tally.name.split(".")[2]}` : HIRED, tally);
    return found;
  }

  /* -- the injuries fill the tallies -- */

  /* A typed number is raised only when an injury has just been given a player. */
  function fill(side, named) {
    const victims = injuries(opponent[side]);
    for (const [player, tally] of tallies(side)) {
      const caused = victims.filter((culprit) => culprit.value === player && !isGuess(culprit)).length;
      const own = tally.value && !isFilled(tally);
      if (own && !(named && Number(tally.value) < caused)) continue;
      const value = caused ? String(caused) : "";
      if (tally.value === value) continue;
      tally.value = value;
      tally.dataset.filled = value;
      tally.dispatchEvent(new CustomEvent("credited", { bubbles: true }));
    }
  }

  /* -- the tallies name who caused an injury, if only one player can have done it; as long as they say so -- */

  function guess(side) {
    const theirs = tallies(opponent[side]);
    const all = injuries(side);
    const named = (player) => all.filter((culprit) => culprit.value === player).length;
    const count = (player) => (theirs.has(player) ? Number(theirs.get(player).value) : 0);
    for (const culprit of all.filter(isGuess)) {
      if (named(culprit.value) > count(culprit.value)) culprit.value = "";
    }
    const unnamed = all.filter((culprit) => !culprit.value && !culprit.dataset.own);
    const open = [...theirs.keys()].filter((player) => count(player) > named(player));
    if (open.length !== 1 || count(open[0]) - named(open[0]) !== unnamed.length) return;
    for (const culprit of unnamed) {
      culprit.value = open[0]; // stays empty if the list does not have that player
      culprit.dataset.guessed = culprit.value;
    }
  }

  function settle(named) {
    for (const side of ["home", "away"]) {
      fill(side, named);
      guess(opponent[side]);
    }
  }

  /* The user has chosen a player: what was guessed about that player is right, too. */
  function choose(culprit) {
    culprit.dataset.own = "yes";
    for (const each of injuries(culprit.closest(".injury").dataset.injury)) {
      if (each === culprit || each.value === culprit.value) delete each.dataset.guessed;
    }
  }

  /* -- all together -- */

  form.addEventListener("input", (event) => {
    if (!event.target.matches || !event.target.matches(`input[name$="${deed}"]`)) return;
    delete event.target.dataset.filled;
    settle(false);
  });
  form.addEventListener("change", (event) => {
    if (event.target === form) {
      settle(false); // an injury was added or removed
      return;
    }
    if (!event.target.matches("select[data-culprit], select[name$='.cause']")) return;
    if (event.target.matches("[data-culprit]")) choose(event.target);
    settle(true);
  });
})();
