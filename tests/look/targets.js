// What can be tapped on a page and is lower than so many pixels: its path, its words, its height.
// A target is as high as where a tap hits it, whatever its box says: padding, parts drawn over it, a row's link.
async (touch) => {
  const TAPPED = 'a[href], button, summary, select, textarea, input:not([type="hidden"]), label:has(input)';
  const INLINE = ["inline", "contents"];
  const styleOf = (it) => getComputedStyle(it);

  // A link inside a sentence (WCAG 2.5.8 lets it be as high as its line): the same block has words beside it.
  const blockOf = (it) => (INLINE.includes(styleOf(it).display) ? blockOf(it.parentElement) : it);
  const isBeside = (it) => !it.matches(`${TAPPED}, svg, .visually-hidden`) && it.checkVisibility();
  const wordsIn = (it) =>
    [...it.childNodes].map((each) => each.data ?? (each.children && isBeside(each) ? wordsIn(each) : " ")).join(" ");
  const isInSentence = (it) => {
    const block = blockOf(it);
    const words = wordsIn(block).match(/\p{L}{2,}/gu)?.length ?? 0;
    return it.tagName === "A" && block !== it && words > (block.closest("p") ? 0 : 2);
  };

  const labelsOf = (it) => [...(it.labels ?? [])];
  const isSeen = (it) => {
    const box = it.getBoundingClientRect();
    return it.checkVisibility({ visibilityProperty: true }) && box.width > 2 && box.height > 2
      && !it.closest(".visually-hidden, .skip-link") && !it.matches(":disabled") && styleOf(it).pointerEvents !== "none";
  };

  const heightOf = (it) => {
    it.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const hits = (x, y) => {
      const hit = document.elementFromPoint(x, y);
      return hit && (it.contains(hit) || labelsOf(it).some((label) => label.contains(hit)));
    };
    const box = [...it.getClientRects()].find((each) => each.width && each.height);
    const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1);
    const middle = box.top + box.height / 2;
    const reach = (step) => {
      let far = 0;
      while (far < touch && hits(x, middle + (far + 1) * step)) far++;
      return far;
    };
    return hits(x, middle) ? reach(-1) + 1 + reach(1) : 0;
  };

  const named = (it) => (it ? [it.tagName.toLowerCase(), ...it.classList].join(".") : "");
  const found = [];
  for (const it of document.querySelectorAll(TAPPED)) {
    if (!isSeen(it) || isInSentence(it)) continue;
    // What a label ticks is as high as the label, which is measured once.
    const whole = it.matches("[type=checkbox], [type=radio]") ? (labelsOf(it)[0] ?? it) : it;
    let height = isSeen(whole) ? heightOf(whole) : touch;
    // What sticks to an edge moves a frame after a row was scrolled.
    if (height < touch - 1) await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    if (height < touch - 1) height = heightOf(whole);
    // Half pixels above and below are not counted.
    if (height < touch - 1) {
      const path = [it.parentElement?.parentElement, it.parentElement, it].map(named).join(" > ");
      found.push([path, (it.innerText || it.name || "").trim().slice(0, 30), height]);
    }
  }
  scrollTo(0, 0);
  return found;
};
