// The rows of a page's tables and lists that are lower or higher than they may be: where, what they say, how high.
([lowest, highest, excused]) => {
  const named = (it) => [it.tagName.toLowerCase(), ...it.classList].join(".");
  const found = [];
  for (const row of document.querySelectorAll("main :is(tbody > tr, .rows > li, .fixtures > li)")) {
    const height = row.getBoundingClientRect().height;
    if (row.checkVisibility() && !row.matches(excused) && (height < lowest || height > highest))
      found.push(`${named(row.parentElement.closest("table, ul, ol"))} ${row.innerText.slice(0, 60)}: ${height}`);
  }
  return found;
}
