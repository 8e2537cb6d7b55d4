import { gzipSync } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';
import { addresses } from '../support/addresses.ts';
import { exchangesOf, type Exchange } from '../support/exchanges.ts';
import { slowDown, type Profile } from './profiles.ts';

export interface PageLoad {
  /** Milliseconds since the navigation began. */
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly shown: number;
  readonly layoutShift: number;
  /** What was fetched until then, in the order of asking. */
  readonly fetched: readonly Exchange[];
}

interface Noted {
  firstPaint: number;
  largestPaint: number;
  layoutShift: number;
  shown: number;
}

declare global {
  interface Window {
    noted: Noted;
  }
}

/** Runs in the page before its own code: notes when it is painted, and when what is waited for is. */
export function note(selector: string): void {
  const noted: Noted = { firstPaint: 0, largestPaint: 0, layoutShift: 0, shown: 0 };
  window.noted = noted;
  const observe = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') noted.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => (noted.largestPaint = startTime));
  observe('layout-shift', (entry) => (noted.layoutShift += (entry as PerformanceEntry & { value: number }).value));
  const found = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    found.disconnect();
    // The task after the frame: by then it is painted.
    requestAnimationFrame(() => setTimeout(() => (noted.shown = performance.now())));
  });
  found.observe(document, { childList: true, subtree: true });
}

/** Long enough for a larger or moved piece to come late. */
const settleMs = 500;

/** Opens a page in a browser that has nothing of it yet, and waits until what is named by a selector is painted. */
export async function load(
  context: BrowserContext,
  path: string,
  selector: string,
  profile: Profile,
): Promise<PageLoad> {
  const page = await context.newPage();
  await slowDown(page, profile);
  await page.addInitScript(note, selector);
  await page.goto(addresses.portal + path, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.noted.shown > 0);
  await page.waitForTimeout(settleMs);
  const noted = await page.evaluate(() => window.noted);
  const fetched = (await exchangesOf(page)).filter(({ began }) => began < noted.shown);
  await page.close();
  return { ...noted, fetched };
}

/** The scripts among them as `check-weight.mjs` weighs them, in kilobytes. */
export async function weightOfScripts(fetched: readonly Exchange[]): Promise<number> {
  const scripts = fetched.filter(({ url }) => url.includes('/assets/') && url.endsWith('.js'));
  const sources = await Promise.all(scripts.map(async ({ url }) => (await fetch(url)).text()));
  return sources.reduce((sum, source) => sum + gzipSync(source, { level: 9 }).length, 0) / 1000;
}
