import { test as base, expect, type BrowserContext, type ConsoleMessage } from '@playwright/test';
import { urls } from './urls.ts';
import { Network } from './network.ts';
import { collectBrowserErrors } from './browser-errors.ts';

interface Fixtures {
  /** Creates the browser context of another user. */
  anotherContext: () => Promise<BrowserContext>;
  /** The proxy between the browser and the stack, for tests with `testWithNetwork`. */
  network: Network;
}

const expectNoErrors = (errors: readonly string[]) => expect(errors, 'errors in the console').toEqual([]);

/** The browser logs an error for each API request that fails while the API is unreachable. */
const isConnectionError = (message: ConsoleMessage) =>
  message.text().includes('net::ERR_') && message.location().url.startsWith(urls.authApi);

export const test = base.extend<Fixtures>({
  context: async ({ context }, use) => {
    const errors = collectBrowserErrors(context);
    await use(context);
    expectNoErrors(errors);
  },
  anotherContext: async ({ browser }, use) => {
    const opened: { context: BrowserContext; errors: readonly string[] }[] = [];
    await use(async () => {
      const context = await browser.newContext();
      opened.push({ context, errors: collectBrowserErrors(context) });
      return context;
    });
    for (const { context, errors } of opened) {
      await context.close();
      expectNoErrors(errors);
    }
  },
  // Playwright requires a destructuring pattern, even for a fixture without dependencies.
  network: async ({}, use) => {
    const network = await Network.start();
    await use(network);
    await network.close();
  },
});

/** Tests whose browser uses the `network` proxy. */
export const testWithNetwork = test.extend({
  context: async ({ browser, network }, use) => {
    const context = await browser.newContext({ proxy: { server: network.proxy } });
    const errors = collectBrowserErrors(context, isConnectionError);
    await use(context);
    await context.close();
    expectNoErrors(errors);
  },
});

export { expect };
