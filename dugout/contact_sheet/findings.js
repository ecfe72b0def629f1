// What axe does not look for, found on the page that is open: pairs of a rule and what breaks it.
() => {
  const found = [];
  const named = (it) => it.tagName.toLowerCase() + (it.id ? "#" + it.id : "") + [...it.classList].map((name) => "." + name).join("");
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((it) => it.checkVisibility());
  const headings = shown("h1").length;
  if (headings !== 1) found.push(["one-h1", `${headings} h1`]);
  for (const row of shown(".bar, .tabs")) {
    const current = row.querySelectorAll("[aria-current]").length;
    if (current !== 1) found.push(["one-current-item", `${named(row)}: ${current}`]);
  }
  const ids = [...document.querySelectorAll("[id]")].map((it) => it.id);
  for (const id of new Set(ids.filter((each, place) => ids.indexOf(each) !== place))) found.push(["id-twice", "#" + id]);
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = shown("body *").filter((it) => it.getBoundingClientRect().right > innerWidth + 0.5);
    const inner = wide.filter((it) => !wide.some((other) => other !== it && it.contains(other)));
    found.push(["scrolls-sideways", inner.slice(0, 3).map(named).join(", ")]);
  }
  return found;
}
