import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';

/** Fails a test for what a person would never see, but its author should: console errors and refused content. */
function watch(page: Page, faults: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
}

/** Nothing leaves this machine: the site that a logout ends on is played by an empty page. */
async function stayHere(context: BrowserContext): Promise<void> {
  await context.route(/^https:\/\/www\./, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' }),
  );
}

/** A browser reports every refused request by itself; what the page makes of it is what the tests look at. */
const isExpected = (text: string) => /Failed to load resource: the server responded with a status of 4\d\d/.test(text);

interface Fixtures {
  /** A second person's browser. */
  otherContext: BrowserContext;
}

export const test = base.extend<Fixtures>({
  context: async ({ context }, use) => {
    const faults: string[] = [];
    await stayHere(context);
    context.on('page', (page) => watch(page, faults));
    await use(context);
    expect(faults, 'errors in the console').toEqual([]);
  },
  otherContext: async ({ browser }, use) => {
    const context = await browser.newContext();
    const faults: string[] = [];
    await stayHere(context);
    context.on('page', (page) => watch(page, faults));
    await use(context);
    await context.close();
    expect(faults, 'errors in the console').toEqual([]);
  },
});

export { expect };
