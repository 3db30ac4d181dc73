"""Run axe-core on pages, checking the colours of identical-looking elements only once per run.

Whether text is readable depends on its look: colour, size and background. Judging one element
takes axe milliseconds, and a table has hundreds of equal ones, as does the same page in the
next test. So axe judges the first of them, and others only if it could not decide. In another
theme all elements look different.
"""

from dataclasses import dataclass, field
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.windows import take_picture

COLOURS = ("color-contrast", "link-in-text-block")
"""Axe rules that depend on the look of elements. They take three quarters of its time."""
PLACE = ("bgOverlap", "elmPartiallyObscured", "elmPartiallyObscuring", "outsideViewport")
"""Reasons for an undecided contrast that depend on the position of a text, not on its look."""
ALL, ONLY_COLOURS, BUT_COLOURS = "all", "colours", "but colours"
LOOKS = """() => {
  const name = element => [element.tagName, element.className.baseVal ?? element.className];
  const behind = new Map();
  const clear = /^rgba\\(.*, 0\\)$/;
  // All that lies behind the text of an element, or changes how it is painted.
  const lies = element => {
    if (!element) return '';
    if (behind.has(element)) return behind.get(element);
    const style = getComputedStyle(element);
    let own = '';
    if (!clear.test(style.backgroundColor)) own += style.backgroundColor;
    for (const change of ['backgroundImage', 'filter', 'clipPath', 'maskImage', 'mixBlendMode', 'opacity'])
      if (!['none', 'normal', '1'].includes(style[change])) own += `${change} ${style[change]}`;
    if (style.position !== 'static') own += `${style.position} ${name(element)}`;
    if (element.matches('[aria-disabled=true], :disabled')) own += 'disabled';
    const all = own ? `${lies(element.parentElement)}/${own}` : lies(element.parentElement);
    behind.set(element, all);
    return all;
  };
  const look = (element, says) => {
    const style = getComputedStyle(element);
    const parts = [...name(element), element.type, Math.min(says.length, 2), style.color, style.fontSize];
    parts.push(style.fontWeight, style.textShadow, style.textDecorationLine, style.webkitTextStroke, style.display);
    if (element.matches('a, [role=link]')) {  // told from the words around it
      const around = element.parentElement;
      const alone = around.textContent.trim().length === element.textContent.trim().length;
      parts.push(...name(around), getComputedStyle(around).color, alone);
    }
    return `${parts.join('|')}${lies(element)}`;
  };
  const found = window.axeLooks = new Map();
  for (const element of document.querySelectorAll('body, body *')) {
    let says = '';
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) says += node.data.trim();
    if (!says && !element.matches('input, textarea, select, a, [role=link]')) continue;
    const box = element.getBoundingClientRect();
    if (!box.width || box.right + scrollX <= 0 || box.bottom + scrollY <= 0) continue;
    if (!element.checkVisibility({visibilityProperty: true})) continue;
    const looks = look(element, says);
    if (found.has(looks)) found.get(looks).push(element);
    else found.set(looks, [element]);
  }
  return [...found.keys()];
}"""
FIND = """async ([rules, looks]) => {
  const sentences = found => found.violations.flatMap(
    problem => problem.nodes.map(node => `${problem.id}: ${problem.help}: ${node.html}`));
  const run = (where, options) => axe.run(where, {
    ...options,
    preload: false,  // of use to rules alone that are not run; and a page of a folder may not ask for files by script
    selectors: false,
  });
  const problems = rules ? sentences(await run(document, {...rules, resultTypes: ['violations']})) : [];
  if (!looks) return [problems, []];
  const unsaid = new Set();
  const judge = async elements => {
    const there = elements.filter(element => element.isConnected);  // a page under way replaces parts of itself
    if (!there.length) return;
    const found = await run({include: there}, {
      runOnly: {type: 'rule', values: COLOURS}, resultTypes: ['violations', 'incomplete'], elementRef: true,
    });
    problems.push(...sentences(found));
    for (const rule of found.incomplete) for (const node of rule.nodes) {
      if (node.any.some(check => PLACE.includes(check.data?.messageKey))) unsaid.add(node.element);
    }
  };
  const instances = look => window.axeLooks.get(look);
  await judge(looks.map(look => instances(look)[0]));
  const others = looks.filter(look => unsaid.has(instances(look)[0])).flatMap(look => instances(look).slice(1));
  if (others.length) await judge(others);
  return [problems, looks.filter(look => instances(look).some(element => element.isConnected && !unsaid.has(element)))];
}""".replace("COLOURS", str(list(COLOURS))).replace("PLACE", str(list(PLACE)))


@dataclass
class Axe:
    """The axe runner of a test run, which remembers the looks judged readable."""

    judged: set[str] = field(default_factory=set)
    """Every look that axe found readable."""

    def problems(self, page: Page, rules: str = ALL) -> list[str]:
        """Return the findings of axe on a page, one sentence each."""
        take_picture(page)
        looks: list[str] | None = None
        if rules != BUT_COLOURS:
            looks = [look for look in page.evaluate(LOOKS) if look not in self.judged] or None
        others = _others() if rules != ONLY_COLOURS else None
        if looks is None and others is None:
            return []
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        problems, readable = page.evaluate(FIND, [others, looks])
        if not problems:
            self.judged.update(readable)
        return list(problems)


def _others() -> dict[str, Any]:
    """Return axe options for all rules that do not depend on colours."""
    return {"rules": {rule: {"enabled": False} for rule in COLOURS}}
