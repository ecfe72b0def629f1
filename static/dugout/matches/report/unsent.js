/* The draft of a report: saved on the server now and then, and on this device until then.
   Without this file the user saves with a button. */
"use strict";

(function () {
  const form = document.getElementById("report");
  if (!form) return;
  const KEPT_DAYS = 14;
  const PAUSE = 3000;
  const LONGEST = 20000;
  const key = form.dataset.key;
  const earlier = key + "-earlier";
  const address = form.dataset.save;
  const saver = form.querySelector("[data-saver]");

  /* -- the values of the form -- */

  function fields() {
    const found = {};
    for (const element of form.elements) {
      if (!element.name || ["hidden", "submit", "button"].includes(element.type)) continue;
      if (element.name.startsWith("add.")) continue;
      found[element.name + (element.type === "checkbox" ? "=" + element.value : "")] =
        element.type === "checkbox" ? element.checked : element.value;
    }
    return found;
  }

  function victims() {
    const found = [];
    for (const element of form.querySelectorAll("input[type='hidden'][name^='injury.']")) {
      found.push([element.name.split(".")[1], element.value]);
    }
    return found;
  }

  const said = () => JSON.stringify([fields(), victims()]);
  const value = (name) => (form.elements[name] ? form.elements[name].value : "");
  const version = () => value("unsent_version");
  const page = () => value("page") || value("command_id");

  /* What the server has: the values that the form came with, unless the server refused them. */
  let saved = form.hasAttribute("data-typed") ? null : said();

  /* -- on this device -- */

  function write(name, copy) {
    try {
      localStorage.setItem(name, JSON.stringify(copy));
    } catch (full) {
      /* no room or not allowed: then this device saves nothing */
    }
  }

  function read(name) {
    try {
      const copy = JSON.parse(localStorage.getItem(name));
      return copy && Date.now() - copy.at < KEPT_DAYS * 86400000 ? copy : null;
    } catch (broken) {
      return null;
    }
  }

  function remove(name) {
    try {
      localStorage.removeItem(name);
    } catch (forbidden) {
      /* then nothing was saved here */
    }
  }

  function keep(sent) {
    if (said() === saved && !sent) {
      remove(key);
      return;
    }
    const copy = { version: form.dataset.version, unsent: version(), at: Date.now(), sent: Boolean(sent) };
    write(key, { ...copy, page: page(), fields: fields(), victims: victims() });
    if (!sent) later();
  }

  /* -- saving now and then -- */

  let timer = 0;
  let first = 0;
  let going = false;
  let gone = false;
  let pressed = null;

  const writes = () => Boolean(saver && !gone && saver.hasAttribute("data-writes"));

  function tell(words) {
    const place = document.getElementById("unsent-told");
    if (place && place.textContent !== words) place.textContent = words;
  }

  function later() {
    if (!writes()) return;
    first = first || Date.now();
    clearTimeout(timer);
    timer = setTimeout(save, Math.max(0, Math.min(PAUSE, first + LONGEST - Date.now())));
  }

  function sentence() {
    const body = new URLSearchParams(new FormData(form));
    body.set("quietly", "yes");
    return body;
  }

  async function save(leaving) {
    clearTimeout(timer);
    if (going || !writes()) return;
    const now = said();
    first = 0;
    going = true;
    try {
      const options = { method: "POST", body: sentence(), redirect: "manual", keepalive: leaving === true };
      await heard(await fetch(address, options), now);
    } catch (offline) {
      tell(form.dataset.offline);
    }
    going = false;
    if (pressed) form.requestSubmit(pressed);
  }

  async function heard(answer, now) {
    const json = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    const told = json ? await answer.json() : { writes: false, told: form.dataset.trouble, save_words: "" };
    tell(told.told);
    if (told.save_words) saver.textContent = told.save_words;
    saver.toggleAttribute("data-writes", told.writes);
    if (!answer.ok) return;
    form.elements.unsent_version.value = told.version;
    saved = now;
    keep();
  }

  /* -- values that this device still has from before -- */

  /* The fields of a saved copy, with the current places of its injuries. Injuries without a place are left out. */
  function moved(kept, places) {
    const found = {};
    for (const name of Object.keys(kept)) {
      const [, side, place, field] = name.match(/^injury\.(home|away)\.(\d+)\.(.+)$/) || [];
      if (!side) found[name] = kept[name];
      else if (Number.isInteger(places[side][place])) found[`injury.${side}.${places[side][place]}.${field}`] = kept[name];
    }
    return found;
  }

  /* Injuries have their own rows (injuries.js): first the rows of the copy are made, then all fields are filled in. */
  function fill(copy) {
    const places = {};
    for (const side of ["home", "away"]) {
      const players = copy.victims.filter((each) => each[0] === side).map((each) => each[1]);
      places[side] = [];
      form.dispatchEvent(new CustomEvent("injured", { detail: { side, players, places: places[side] } }));
    }
    form.querySelector("[data-left-out]").hidden = ![...places.home, ...places.away].includes(null);
    const values = moved(copy.fields, places);
    for (const element of form.elements) {
      if (!element.name) continue;
      const name = element.name + (element.type === "checkbox" ? "=" + element.value : "");
      if (!(name in values)) continue;
      if (element.type === "checkbox") element.checked = values[name];
      else element.value = values[name];
    }
    form.dispatchEvent(new Event("filled"));
    form.dispatchEvent(new Event("change"));
  }

  /* An unchanged page continues the draft of the page before it, whose last save may still be under way. */
  function takeUp(copy) {
    const own = Boolean(copy.page) && copy.page === form.dataset.savedPage;
    const moved = copy.version !== form.dataset.version || (copy.unsent !== version() && !own);
    const same = JSON.stringify([copy.fields, copy.victims]) === saved;
    remove(key);
    if (same || (copy.sent && moved && form.hasAttribute("data-last-mine"))) return;
    if (moved) {
      write(earlier, copy);
      return;
    }
    write(key, { ...copy, sent: false });
    if (form.elements.page) form.elements.page.value = copy.page || "";
    form.querySelector("[data-restored]").hidden = false;
    fill(copy);
  }

  window.addEventListener("load", () => {
    if (form.hasAttribute("data-typed")) return;
    const copy = read(key);
    if (copy) takeUp(copy);
    if (read(earlier)) form.querySelector("[data-offered]").hidden = false;
  });

  form.addEventListener("click", (event) => {
    const notice = event.target.closest(".device-notice");
    const brought = event.target.closest("[data-bring]") && read(earlier);
    if (brought) fill(brought);
    if (notice && event.target.closest("button")) {
      remove(earlier);
      notice.hidden = true;
    }
    if (event.target.closest("[data-restored] [data-discard]")) {
      remove(key);
      window.location.reload();
    }
    if (saver && event.target.closest("[data-saver]") && writes()) {
      event.preventDefault();
      save();
    }
  });

  /* -- all together -- */

  form.addEventListener("input", () => keep());
  form.addEventListener("change", () => keep());

  /* A button pressed during a save waits for its end. No save starts after that. */
  form.addEventListener("submit", (event) => {
    if (!event.submitter || !event.submitter.matches("[data-sender], [data-saver], [data-start-over]")) return;
    if (going) {
      event.preventDefault();
      pressed = event.submitter;
      return;
    }
    clearTimeout(timer);
    gone = true;
    if (event.submitter.matches("[data-start-over]")) remove(key);
    else keep(true);
  });
  window.addEventListener("pageshow", () => {
    gone = false;
    pressed = null;
  });
  form.addEventListener("htmx:sendError", (event) => {
    event.stopPropagation();
    tell(form.dataset.offline);
  });
  document.addEventListener("htmx:afterSwap", () => keep());
  window.addEventListener("online", () => {
    if (said() !== saved) save();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && said() !== saved) save(true);
  });
})();
