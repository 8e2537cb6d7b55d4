const states = ['hover', 'focus-visible', 'active'] as const;

export type ShownState = (typeof states)[number];

/**
 * Makes the child of an element with `data-shown="hover"` look as if the pointer were on it, and so on, also several at a time. The same
 * for the rows of a table in one with `data-shown-rows`. CSS has no way to do that, so each rule about such a state gets more conditions.
 */
export function showStates(): void {
  for (const sheet of document.styleSheets) extendRules(sheet.cssRules);
}

function extendRules(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) rule.selectorText = extendSelector(rule.selectorText);
    if ('cssRules' in rule) extendRules(rule.cssRules as CSSRuleList);
  }
}

const extendSelector = (selector: string) =>
  states.reduce(
    (extended, state) =>
      extended.replaceAll(
        new RegExp(`:${state}(?![\\w-])`, 'g'),
        `:is(:${state}, [data-shown~='${state}'] > *, :where([data-shown-rows~='${state}'] tr))`,
      ),
    selector,
  );
