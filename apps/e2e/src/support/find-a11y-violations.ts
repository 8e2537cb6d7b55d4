import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    /** Injected by `findA11yViolations`. */
    axe: Pick<typeof axe, 'run'>;
  }
}

interface AxeOptions {
  /** A selector of the part to check. Default: the whole page. */
  readonly within?: string;
  readonly disabledRules?: readonly string[];
  /** Checks only the rules that depend on colours, which is all that a theme changes. */
  readonly colorsOnly?: boolean;
}

/** Not selected by axe's tag, which also contains a rule of level AAA. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Returns axe's violations, one line each. Injects axe only once per page, because it is half a megabyte. */
export async function findA11yViolations(
  page: Page,
  { within = ':root', disabledRules = [], colorsOnly = false }: AxeOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const runOnly = colorsOnly ? { runOnly: colorRules } : {};
  const rules = Object.fromEntries(disabledRules.map((rule) => [rule, { enabled: false }]));
  return page.evaluate(
    async ([selector, options]) => {
      // `resultTypes` only limits the details that axe collects.
      const { violations } = await window.axe.run(selector, { ...options, resultTypes: ['violations'] });
      return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
    },
    [within, { rules, ...runOnly }] as const,
  );
}
