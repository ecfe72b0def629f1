/* Adds injuries to the match report and removes them, with or without a connection.
   Without this file the buttons send the form to the server, which does the same. */
"use strict";

(function () {
  const form = document.getElementById("report");
  if (!form) return;

  const drawn = (side) => form.querySelectorAll(`.injury[data-injury="${side}"]`);

  /* -- numbers: the names of an injury's fields and the ids of its hints contain its place on its side -- */

  function renamed(text, side, index) {
    return text
      .replace(new RegExp(`^injury([.-])${side}\\1\\d+`), `injury$1${side}$1${index}`)
      .replace(new RegExp(`^place-${side}-injuries-\\d+`), `place-${side}-injuries-${index + 1}`);
  }

  function number(injury, side, index) {
    for (const element of injury.querySelectorAll("[name], [id], [for]")) {
      for (const name of ["name", "id", "for"]) {
        if (element.hasAttribute(name)) element.setAttribute(name, renamed(element.getAttribute(name), side, index));
      }
    }
    injury.querySelector("[data-nth]").textContent = index + 1;
    injury.querySelector("[data-remove]").value = `${side}.${index + 1}`;
  }

  /* -- a copy of the empty injury, with the fields that this player needs -- */

  function copied(side, player, who) {
    const blank = document.getElementById(`blank-injury-${side}`);
    const injury = blank.content.firstElementChild.cloneNode(true);
    for (const part of injury.querySelectorAll("[data-only]")) {
      if (!blank.dataset[part.dataset.only].split(" ").includes(player)) part.remove();
    }
    const treatment = injury.querySelector(".treatment");
    if (treatment && !treatment.querySelector("input, select")) treatment.remove();
    injury.querySelector("[data-who]").textContent = who;
    injury.querySelector("input[type='hidden']").value = player;
    return injury;
  }

  /* Adds an injury and returns it; null for a player who is not listed, or if the server would accept no more. */
  function add(side, player) {
    const select = form.elements["add." + side];
    const option = [...select.options].find((each) => each.value === player);
    const count = drawn(side).length;
    if (!player || !option || count >= Number(document.getElementById(`blank-injury-${side}`).dataset.most)) return null;
    const injury = copied(side, player, option.textContent);
    number(injury, side, count);
    select.closest(".add-injury").before(injury);
    select.value = "";
    return injury;
  }

  function remove(injury) {
    const side = injury.dataset.injury;
    injury.remove();
    drawn(side).forEach((each, index) => number(each, side, index));
    form.elements["add." + side].focus();
  }

  /* -- the buttons -- */

  function refuse(select) {
    select.setCustomValidity(form.dataset.choose);
    select.reportValidity();
    select.addEventListener("change", () => select.setCustomValidity(""), { once: true });
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-add], [data-remove]");
    if (!button) return;
    event.preventDefault();
    if (button.hasAttribute("data-remove")) {
      remove(button.closest(".injury"));
    } else {
      const select = form.elements["add." + button.value];
      if (!select.value) {
        refuse(select);
        return;
      }
      const injury = add(button.value, select.value);
      if (injury) injury.querySelector("select").focus();
    }
    form.dispatchEvent(new Event("change", { bubbles: true }));
  });

  /* The sheet of an injury (hurt.js) asks for the fields that a player's injury has. They are not in the form yet. */
  form.addEventListener("blank", (event) => {
    event.detail.injury = copied(event.detail.side, event.detail.player, "");
  });

  /* Entries saved on the device restore their injuries: exactly these, in their order, because fields are filled in
     by place. `places` says where each one is now; it has no place if its player is no longer in the match. */
  form.addEventListener("injured", (event) => {
    const { side, players, places } = event.detail;
    const there = [...drawn(side)];
    const own = (injury) => injury.querySelector("input[type='hidden']").value;
    const first = there.findIndex((injury, place) => own(injury) !== players[place]);
    const same = first < 0 ? there.length : first;
    for (const injury of there.slice(same)) injury.remove();
    for (let place = 0; place < same; place += 1) places.push(place);
    for (const player of players.slice(same)) places.push(add(side, player) ? drawn(side).length - 1 : null);
  });
})();
