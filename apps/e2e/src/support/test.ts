import { test as base, expect, type BrowserContext, type ConsoleMessage } from '@playwright/test';
import { addresses } from './addresses.ts';
import { Network } from './network.ts';
import { watch } from './watch.ts';

interface Fixtures {
  /** Opens another person's browser. */
  anotherContext: () => Promise<BrowserContext>;
  /** What lies between the browser of `context` and the world, for tests that ask for it. */
  network: Network;
}

const noFaults = (faults: readonly string[]) => expect(faults, 'errors in the console').toEqual([]);

/** What a browser says of a connection that was cut: a test that does so wants it. */
const isCutOff = (message: ConsoleMessage) =>
  message.text().includes('net::ERR_') && message.location().url.startsWith(addresses.authApi);

export const test = base.extend<Fixtures>({
  context: async ({ context }, use) => {
    const faults = watch(context);
    await use(context);
    noFaults(faults);
  },
  anotherContext: async ({ browser }, use) => {
    const opened: { context: BrowserContext; faults: readonly string[] }[] = [];
    await use(async () => {
      const context = await browser.newContext();
      opened.push({ context, faults: watch(context) });
      return context;
    });
    for (const { context, faults } of opened) {
      await context.close();
      noFaults(faults);
    }
  },
  // Playwright requires a destructuring pattern, also for a fixture that uses no other.
  network: async ({}, use) => {
    const network = await Network.open();
    await use(network);
    await network.close();
  },
});

/** Tests whose browser reaches everything through a network that can fail. */
export const testWithNetwork = test.extend({
  context: async ({ browser, network }, use) => {
    const context = await browser.newContext({ proxy: { server: network.proxy } });
    const faults = watch(context, isCutOff);
    await use(context);
    await context.close();
    noFaults(faults);
  },
});

export { expect };
