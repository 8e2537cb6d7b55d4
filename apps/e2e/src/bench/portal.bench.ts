import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { test, type Browser, type BrowserContext } from '@playwright/test';
import { workspaceCalls } from '@portal/contract';
import { createMember, createWorkspace } from '../support/accounts.ts';
import { Network } from '../support/network.ts';
import { urls } from '../support/urls.ts';
import { countRoundTrips, type ResourceTiming } from '../support/resource-timings.ts';
import { workspaceListActions, workspaceCard } from './actions.ts';
import { longestInteraction } from './interactions.ts';
import { toMarkdownTable, replaceSection, type Measurement } from './report.ts';
import { measurePageLoad, scriptSizeKilobytes, type PageLoad } from './page-load.ts';
import { desktop, slowLaptop, weakConnection, type Profile } from './profiles.ts';

const reportPath = fileURLToPath(new URL('../../../../docs/performance.md', import.meta.url));
const runs = Number(process.env['BENCH_RUNS']);
const isOnPortalHost = process.env['API_AT_PORTAL'] === 'true';
const listLengths = [7, 70];
const manyWorkspaces = 500;
/** Longer than the double-click guard. */
const pressIntervalMs = 500;
const listUrl = urls.authApi + workspaceCalls.listWorkspaces.path;

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Loads {
  /** With an empty cache. */
  readonly cold: PageLoad[];
  /** The same page again. */
  readonly warm: PageLoad[];
}

/** Loads the same page several times, each time in a context that has only the cookies. `isRepeated` loads it there once more. */
async function measureLoads(
  browser: Browser,
  storageState: StorageState | undefined,
  profile: Profile,
  isRepeated = false,
): Promise<Loads> {
  const loads: Loads = { cold: [], warm: [] };
  const network = await Network.start();
  network.delayPreflights(profile.network?.latencyMs ?? 0);
  // The first run warms up the API and the static file server.
  for (let run = 0; run <= runs; run += 1) {
    const context = await browser.newContext({
      proxy: { server: network.proxy },
      ...(storageState && { storageState }),
    });
    // With 204 the browser stays on the login page instead of redirecting to the provider.
    if (!storageState) await context.route('**/auth/login*', (route) => route.fulfill({ status: 204 }));
    const [path, selector] = storageState ? ['/workspaces', workspaceCard] : ['/login', 'main button'];
    const cold = await measurePageLoad(context, path, selector, profile);
    const warm = isRepeated ? [await measurePageLoad(context, path, selector, profile)] : [];
    await context.close();
    if (run === 0) continue;
    loads.cold.push(cold);
    loads.warm.push(...warm);
  }
  await network.close();
  return loads;
}

function listRequest({ resources }: PageLoad): ResourceTiming {
  const list = resources.find(({ url }) => url.startsWith(listUrl));
  if (!list) throw new Error('The page did not request the list');
  return list;
}

function roundTrips(pageLoad: PageLoad): number {
  return countRoundTrips(
    listRequest(pageLoad),
    pageLoad.resources.filter(({ url }) => url.startsWith(urls.authApi)),
  );
}

/** Counts the scripts requested before `neededAt`. Later ones are prefetched while the page is idle. */
async function scriptMeasurement(
  name: string,
  loads: readonly PageLoad[],
  neededAt: (pageLoad: PageLoad) => number,
  goal: number,
): Promise<Measurement> {
  const scripts = loads.map((pageLoad) =>
    scriptSizeKilobytes(pageLoad.resources.filter(({ startMs }) => startMs < neededAt(pageLoad))),
  );
  return {
    name: `${name}: JavaScript before it is painted, gzip`,
    values: await Promise.all(scripts),
    unit: 'KB',
    goal,
  };
}

const paintMeasurements = (name: string, loads: readonly PageLoad[], goal: number): Measurement[] => [
  { name: `${name}: first contentful paint`, values: loads.map(({ firstPaint }) => firstPaint), unit: 'ms' },
  { name: `${name}: list painted`, values: loads.map(({ shown }) => shown), unit: 'ms', goal },
];

const trafficMeasurements = (name: string, loads: readonly PageLoad[]): Measurement[] => [
  { name: `${name}: transferred in all`, values: loads.map(({ bytes }) => bytes / 1000), unit: 'KB', goal: 200 },
  { name: `${name}: requests in all`, values: loads.map(({ requests }) => requests), unit: '', goal: 20 },
];

/** What a user with a number of workspaces waits for. */
async function measureList(browser: Browser, count: number): Promise<Measurement[]> {
  const context = await browser.newContext();
  await createMember(context);
  for (let index = 1; index < count; index += 1) await createWorkspace(context, { displayName: `Number ${index}` });
  const state = await context.storageState();
  await context.close();
  const onDesktop = await measureLoads(browser, state, desktop);
  const onSlow = await measureLoads(browser, state, slowLaptop, true);
  const onWeak = await measureLoads(browser, state, weakConnection);
  const named = (text: string) => `${count} workspaces, ${text}`;
  const all = [onDesktop, onSlow, onWeak].flatMap(({ cold, warm }) => [...cold, ...warm]);
  return [
    ...paintMeasurements(named(desktop.name), onDesktop.cold, 500),
    ...paintMeasurements(named(`${slowLaptop.name}, cold`), onSlow.cold, 1800),
    ...paintMeasurements(named(`${slowLaptop.name}, warm`), onSlow.warm, 1000),
    ...paintMeasurements(named(weakConnection.name), onWeak.cold, 5000),
    await scriptMeasurement(named('cold'), onSlow.cold, ({ shown }) => shown, 170),
    ...trafficMeasurements(named('cold'), onSlow.cold),
    ...trafficMeasurements(named('warm'), onSlow.warm),
    { name: named('round trips to the API before the list'), values: onSlow.cold.map(roundTrips), unit: '', goal: 1 },
    {
      name: named('layout shift, worst load'),
      values: [Math.max(...all.map(({ layoutShift }) => layoutShift))],
      unit: '',
      goal: 0,
    },
  ];
}

/** Measures interactions with a list of many workspaces. */
async function interactionMeasurements(browser: Browser): Promise<Measurement[]> {
  const context = await browser.newContext();
  await createMember(context);
  for (let index = 1; index < manyWorkspaces; index += 1)
    await createWorkspace(context, { displayName: `Number ${index}` });
  const page = await context.newPage();
  await page.goto(`${urls.portal}/workspaces`);
  const targets = { menuOf: 'Number 100', starOf: 'Number 200', query: 'Number 437' };
  const actions = await workspaceListActions(page, manyWorkspaces, targets);
  const measurements: Measurement[] = [];
  for (const [actionName, action] of Object.entries(actions)) {
    const durations: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      await page.waitForTimeout(pressIntervalMs);
      durations.push(await longestInteraction(page, action));
    }
    measurements.push({
      name: `${manyWorkspaces} workspaces: ${actionName}, time to next paint`,
      values: durations,
      unit: 'ms',
      goal: 100,
    });
  }
  await context.close();
  return measurements;
}

test('portal', async ({ browser }) => {
  const first = await measureLoads(browser, undefined, desktop);
  const measurements = [await scriptMeasurement('Login page', first.cold, ({ shown }) => shown, 110)];
  for (const count of listLengths) {
    const list = await measureList(browser, count);
    process.stdout.write(`\n${toMarkdownTable(list)}\n`);
    measurements.push(...list);
  }
  measurements.push(...(await interactionMeasurements(browser)));
  const table = toMarkdownTable(measurements);
  const environment = `${runs} runs in Chromium ${browser.version()} on ${cpus().length} cores, whose load was ${loadavg()[0]?.toFixed(1) ?? '?'} at the end.`;
  process.stdout.write(`\n${table}\n\n${environment}\n`);
  if (process.env['BENCH_RECORD'] !== '1') return;
  const heading = isOnPortalHost ? 'Portal: the API under /api' : 'Portal: the API at a host of its own';
  const document = readFileSync(reportPath, 'utf8');
  writeFileSync(reportPath, replaceSection(document, heading, `${environment}\n\n${table}`));
});
