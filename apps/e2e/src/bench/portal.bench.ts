import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { test, type Browser, type BrowserContext } from '@playwright/test';
import { workspaceCalls } from '@portal/contract';
import { createMember, createWorkspace } from '../support/accounts.ts';
import { urls } from '../support/urls.ts';
import { countRoundTrips, type ResourceTiming } from '../support/resource-timings.ts';
import { workspaceListActions, workspaceCard } from './actions.ts';
import { longestInteraction } from './interactions.ts';
import { toMarkdownTable, replaceSection, type Measurement } from './report.ts';
import { measurePageLoad, scriptSizeKilobytes, type PageLoad } from './page-load.ts';
import { desktop, slowLaptop, weakConnection, type Profile } from './profiles.ts';

const reportPath = fileURLToPath(new URL('../../../../docs/performance.md', import.meta.url));
const runs = Number(process.env['BENCH_RUNS']);
const manyWorkspaces = 500;
/** Longer than the double-click guard. */
const pressIntervalMs = 500;
const listUrl = urls.authApi + workspaceCalls.listWorkspaces.path;

const method =
  'Recorded by `npm run bench:portal -- --record`: the built portal and a warm API on one machine, twenty workspaces, each run in a browser with an empty cache. Preflight requests are not delayed.';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Loads the same page several times, each time in a context that has only the cookies. */
async function measureLoads(
  browser: Browser,
  storageState: StorageState | undefined,
  profile: Profile,
): Promise<PageLoad[]> {
  const loads: PageLoad[] = [];
  // The first run warms up the API and the static file server.
  for (let run = 0; run <= runs; run += 1) {
    const context = await browser.newContext(storageState && { storageState });
    // With 204 the browser stays on the login page instead of redirecting to the provider.
    if (!storageState) await context.route('**/auth/login*', (route) => route.fulfill({ status: 204 }));
    const [path, selector] = storageState ? ['/workspaces', workspaceCard] : ['/login', 'main button'];
    const pageLoad = await measurePageLoad(context, path, selector, profile);
    if (run > 0) loads.push(pageLoad);
    await context.close();
  }
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
async function sizeMeasurements(
  screen: string,
  loads: readonly PageLoad[],
  neededAt: (pageLoad: PageLoad) => number,
  goal: number,
): Promise<Measurement[]> {
  const scripts = loads.map((pageLoad) =>
    scriptSizeKilobytes(pageLoad.resources.filter(({ startMs }) => startMs < neededAt(pageLoad))),
  );
  const files = loads.map(({ resources }) => resources.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
  return [
    { name: `${screen}: JavaScript, gzip`, values: await Promise.all(scripts), unit: 'KB', goal },
    { name: `${screen}: all files until painted`, values: files, unit: 'KB' },
  ];
}

const paintMeasurements = ({ name }: Profile, loads: readonly PageLoad[], goal: number): Measurement[] => [
  { name: `${name}: first contentful paint`, values: loads.map(({ firstPaint }) => firstPaint), unit: 'ms' },
  { name: `${name}: largest contentful paint`, values: loads.map(({ largestPaint }) => largestPaint), unit: 'ms' },
  { name: `${name}: list painted`, values: loads.map(({ shown }) => shown), unit: 'ms', goal },
];

/** Measures interactions with a list of many workspaces. */
async function interactionMeasurements(context: BrowserContext): Promise<Measurement[]> {
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
  return measurements;
}

test('portal', async ({ browser, context }) => {
  await createMember(context);
  for (let index = 1; index < 20; index += 1) await createWorkspace(context, { displayName: `Number ${index}` });
  const state = await context.storageState();
  const first = await measureLoads(browser, undefined, desktop);
  const onDesktop = await measureLoads(browser, state, desktop);
  const onSlow = await measureLoads(browser, state, slowLaptop);
  const onWeakConnection = await measureLoads(browser, state, weakConnection);
  const owner = await browser.newContext();
  await createMember(owner);
  for (let index = 1; index < manyWorkspaces; index += 1)
    await createWorkspace(owner, { displayName: `Number ${index}` });
  const table = toMarkdownTable([
    ...(await sizeMeasurements('First screen', first, ({ shown }) => shown, 110)),
    ...(await sizeMeasurements('Workspaces', onDesktop, (pageLoad) => listRequest(pageLoad).startMs, 170)),
    ...paintMeasurements(desktop, onDesktop, 500),
    ...paintMeasurements(slowLaptop, onSlow, 1800),
    ...paintMeasurements(weakConnection, onWeakConnection, 5000),
    { name: 'Round trips to the API before the list', values: onSlow.map(roundTrips), unit: '', goal: 2 },
    ...(await interactionMeasurements(owner)),
    {
      name: 'Layout shift',
      values: [...onDesktop, ...onSlow, ...onWeakConnection].map(({ layoutShift }) => layoutShift),
      unit: '',
      goal: 0,
    },
  ]);
  await owner.close();
  const environment = `${runs} runs in Chromium ${browser.version()} on ${cpus().length} cores, whose load was ${loadavg()[0]?.toFixed(1) ?? '?'} at the end.`;
  process.stdout.write(`\n${table}\n\n${environment}\n`);
  if (process.env['BENCH_RECORD'] === '1')
    writeFileSync(
      reportPath,
      replaceSection(readFileSync(reportPath, 'utf8'), 'Portal', `${method}\n\n${table}\n\n${environment}`),
    );
});
