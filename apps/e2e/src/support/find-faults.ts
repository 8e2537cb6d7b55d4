import type { Page } from '@playwright/test';
import axe from 'axe-core';

interface Looked {
  /** What part of the page is looked at; all of it unless said. */
  readonly within?: string;
  /** Rules that do not hold here. */
  readonly without?: readonly string[];
}

/** What axe finds wrong, a line each. It goes into a page once: it is half a megabyte. */
export async function findFaults(page: Page, { within = ':root', without = [] }: Looked = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  return page.evaluate(
    async ([selector, ruled]) => {
      const { axe: injected } = window as unknown as { axe: { run: typeof axe.run } };
      // Every rule is tried, but only of what fails the details are gathered.
      const { violations } = await injected.run(selector, { rules: ruled, resultTypes: ['violations'] });
      return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
    },
    [within, rules] as const,
  );
}
