const states = ['hover', 'focus-visible', 'active'] as const;

export type ShownState = (typeof states)[number];

/**
 * Makes the child of an element with `data-shown="hover"` look as if the pointer were on it, and so on, also several at a time. CSS has no
 * way to do that, so each rule about such a state gets a second condition.
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
      extended.replaceAll(new RegExp(`:${state}(?![\\w-])`, 'g'), `:is(:${state}, [data-shown~='${state}'] > *)`),
    selector,
  );
