import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';
import { urls } from './urls.ts';

/** The browser logs every 4xx response of the API. The tests check how the page handles it, so it is not an error. */
function isApiRejection(message: ConsoleMessage): boolean {
  const isClientError = /Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
  return isClientError && message.location().url.startsWith(urls.authApi);
}

function collectPageErrors(page: Page, errors: string[], isExpected: (message: ConsoleMessage) => boolean): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' || isApiRejection(message) || isExpected(message)) return;
    errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
}

/** Collects console errors, uncaught exceptions and blocked content of all pages of a context. */
export function collectBrowserErrors(
  context: BrowserContext,
  isExpected: (message: ConsoleMessage) => boolean = () => false,
): readonly string[] {
  const errors: string[] = [];
  context.on('page', (page) => collectPageErrors(page, errors, isExpected));
  return errors;
}
