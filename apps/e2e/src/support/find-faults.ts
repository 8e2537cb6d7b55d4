import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** As it comes for pages: a browser has less to read than of what the package gives Node. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Looked {
  /** What part of the page is looked at; all of it unless said. */
  readonly within?: string;
  /** Rules that do not hold here. */
  readonly without?: readonly string[];
  /** Whether only what depends on colours is looked at, which is all that a theme changes. */
  readonly onlyColours?: boolean;
}

/** Not by their tag, which has a rule of a level that is not asked for elsewhere. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong, a line each. It goes into a page once: it is half a megabyte. */
export async function findFaults(
  page: Page,
  { within = ':root', without = [], onlyColours = false }: Looked = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const only = onlyColours ? { runOnly: ofColours } : {};
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  return page.evaluate(
    async ([selector, options]) => {
      const { axe: injected } = window as unknown as { axe: { run: typeof axe.run } };
      // Every rule is tried, but only of what fails the details are gathered.
      const { violations } = await injected.run(selector, { ...options, resultTypes: ['violations'] });
      return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
    },
    [within, { rules, ...only }] as const,
  );
}
