import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';
import { addresses } from './addresses.ts';

/**
 * A browser reports by itself what the API refused; what the page makes of that is what the tests look at. Everything
 * else that fails to load is a fault.
 */
function isRefusal(message: ConsoleMessage): boolean {
  const refused = /Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
  return refused && message.location().url.startsWith(addresses.authApi);
}

function watchPage(page: Page, faults: string[], isExpected: (message: ConsoleMessage) => boolean): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' || isRefusal(message) || isExpected(message)) return;
    faults.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(String(error)));
}

/** Collects what a person would never see, but its author should: errors in the console and refused content. */
export function watch(
  context: BrowserContext,
  isExpected: (message: ConsoleMessage) => boolean = () => false,
): readonly string[] {
  const faults: string[] = [];
  context.on('page', (page) => watchPage(page, faults, isExpected));
  return faults;
}
