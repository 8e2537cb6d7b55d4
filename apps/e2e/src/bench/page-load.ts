import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';
import { urls } from '../support/urls.ts';
import { resourceTimings, type ResourceTiming } from '../support/resource-timings.ts';
import { applyProfile, type Profile } from './profiles.ts';

export interface PageLoad {
  /** Milliseconds since the navigation started. */
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly shown: number;
  readonly layoutShift: number;
  /** All requests of the page, and the bytes that they transferred. */
  readonly requests: number;
  readonly bytes: number;
  /** The requests that started before `shown`, in order of their start. */
  readonly resources: readonly ResourceTiming[];
}

interface PaintTimings {
  firstPaint: number;
  largestPaint: number;
  layoutShift: number;
  shown: number;
}

declare global {
  interface Window {
    paintTimings: PaintTimings;
  }
}

/** Runs in the page before its own scripts. Records the paints, and when an element that matches `selector` is painted. */
export function recordPaintTimings(selector: string): void {
  const timings: PaintTimings = { firstPaint: 0, largestPaint: 0, layoutShift: 0, shown: 0 };
  window.paintTimings = timings;
  const observe = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') timings.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => (timings.largestPaint = startTime));
  observe('layout-shift', (entry) => (timings.layoutShift += (entry as PerformanceEntry & { value: number }).value));
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    // The task after the frame runs when it is painted.
    requestAnimationFrame(() => setTimeout(() => (timings.shown = performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Time for late requests, paints and layout shifts. */
const settleMs = 2_000;

/** The requests of a page, of all hosts, and what they transfer. Resource timings have no sizes of other origins and no preflights. */
async function countTraffic(page: Page): Promise<{ requests: number; bytes: number }> {
  const traffic = { requests: 0, bytes: 0 };
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const fromCache = new Set<string>();
  session.on('Network.requestServedFromCache', ({ requestId }) => fromCache.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response: { fromDiskCache } }) => {
    if (fromDiskCache) fromCache.add(requestId);
  });
  const count = ({ requestId, encodedDataLength = 0 }: { requestId: string; encodedDataLength?: number }) => {
    if (fromCache.has(requestId)) return;
    traffic.requests += 1;
    traffic.bytes += encodedDataLength;
  };
  session.on('Network.loadingFinished', count);
  session.on('Network.loadingFailed', count);
  return traffic;
}

/** Opens a page and measures until an element that matches `selector` is painted. */
export async function measurePageLoad(
  context: BrowserContext,
  path: string,
  selector: string,
  profile: Profile,
): Promise<PageLoad> {
  const page = await context.newPage();
  const traffic = await countTraffic(page);
  await applyProfile(page, profile);
  await page.addInitScript(recordPaintTimings, selector);
  await page.goto(urls.portal + path, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.paintTimings.shown > 0);
  await page.waitForTimeout(settleMs);
  const timings = await page.evaluate(() => window.paintTimings);
  const resources = (await resourceTimings(page)).filter(({ startMs }) => startMs < timings.shown);
  await page.close();
  return { ...timings, ...traffic, resources };
}

/** The gzipped size of the scripts in kilobytes, measured like `check-bundle-size.mjs`. */
export async function scriptSizeKilobytes(resources: readonly ResourceTiming[]): Promise<number> {
  const scripts = resources.filter(({ url }) => url.includes('/assets/') && url.endsWith('.js'));
  const sources = await Promise.all(scripts.map(async ({ url }) => (await fetch(url)).text()));
  return sources.reduce((sum, source) => sum + gzipSync(source, { level: 9 }).length, 0) / 1000;
}
