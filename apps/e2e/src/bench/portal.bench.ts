import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { test, type Browser, type BrowserContext } from '@playwright/test';
import { workspaceCalls } from '@portal/contract';
import { aMember, aWorkspace } from '../support/accounts.ts';
import { addresses } from '../support/addresses.ts';
import { roundTripsTo, type Exchange } from '../support/exchanges.ts';
import { actsOnWorkspaces, workspaceCard } from './acts.ts';
import { longestInteraction } from './interactions.ts';
import { tableOf, withSection, type Figure } from './figures.ts';
import { load, weightOfScripts, type PageLoad } from './page-load.ts';
import { desktop, slow, type Profile } from './profiles.ts';

const document = fileURLToPath(new URL('../../../../docs/performance.md', import.meta.url));
const runs = Number(process.env['BENCH_RUNS']);
const many = 500;
/** In milliseconds: what comes sooner would be half of a double click. */
const betweenPresses = 500;
const listAddress = addresses.authApi + workspaceCalls.listWorkspaces.path;

const method =
  'Recorded by `npm run bench:portal -- --record`: the built portal and a warm API on one machine, twenty workspaces, each run in a browser with an empty cache. Preflight requests are not delayed.';

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The same page again and again, each time in a browser that has only the cookies. */
async function loadOften(browser: Browser, storageState: State | undefined, profile: Profile): Promise<PageLoad[]> {
  const loads: PageLoad[] = [];
  // The first run warms up what all share: the API and the server of files.
  for (let run = 0; run <= runs; run += 1) {
    const context = await browser.newContext(storageState && { storageState });
    // The login would go on to the provider's; where there is no content it stays.
    if (!storageState) await context.route('**/auth/login*', (route) => route.fulfill({ status: 204 }));
    const [path, selector] = storageState ? ['/workspaces', workspaceCard] : ['/login', 'main button'];
    const one = await load(context, path, selector, profile);
    if (run > 0) loads.push(one);
    await context.close();
  }
  return loads;
}

function listOf({ fetched }: PageLoad): Exchange {
  const list = fetched.find(({ url }) => url.startsWith(listAddress));
  if (!list) throw new Error('The page did not ask for the list');
  return list;
}

function roundTrips(one: PageLoad): number {
  return roundTripsTo(
    listOf(one),
    one.fetched.filter(({ url }) => url.startsWith(addresses.authApi)),
  );
}

/** What a screen needs was asked for before `needed`; what comes after is fetched while the page is at rest. */
async function weights(
  screen: string,
  loads: readonly PageLoad[],
  needed: (one: PageLoad) => number,
  goal: number,
): Promise<Figure[]> {
  const scripts = loads.map((one) => weightOfScripts(one.fetched.filter(({ began }) => began < needed(one))));
  const files = loads.map(({ fetched }) => fetched.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
  return [
    { what: `${screen}: JavaScript, gzip`, values: await Promise.all(scripts), unit: 'KB', goal },
    { what: `${screen}: all files until it is painted`, values: files, unit: 'KB' },
  ];
}

const speeds = ({ name }: Profile, loads: readonly PageLoad[], goal: number): Figure[] => [
  { what: `${name}: first contentful paint`, values: loads.map(({ firstPaint }) => firstPaint), unit: 'ms' },
  { what: `${name}: largest contentful paint`, values: loads.map(({ largestPaint }) => largestPaint), unit: 'ms' },
  { what: `${name}: the list is painted`, values: loads.map(({ shown }) => shown), unit: 'ms', goal },
];

/** What keys and clicks take in a list of many workspaces. */
async function interactions(context: BrowserContext): Promise<Figure[]> {
  const page = await context.newPage();
  await page.goto(`${addresses.portal}/workspaces`);
  const chosen = { menuOf: 'Number 100', starOf: 'Number 200', sought: 'Number 437' };
  const acts = await actsOnWorkspaces(page, many, chosen);
  const figures: Figure[] = [];
  for (const [what, act] of Object.entries(acts)) {
    const lengths: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      await page.waitForTimeout(betweenPresses);
      lengths.push(await longestInteraction(page, act));
    }
    figures.push({ what: `${many} workspaces: ${what}, to the next paint`, values: lengths, unit: 'ms', goal: 100 });
  }
  return figures;
}

test('how fast the portal is', async ({ browser, context }) => {
  await aMember(context);
  for (let index = 1; index < 20; index += 1) await aWorkspace(context, { displayName: `Number ${index}` });
  const state = await context.storageState();
  const first = await loadOften(browser, undefined, desktop);
  const onDesktop = await loadOften(browser, state, desktop);
  const onSlow = await loadOften(browser, state, slow);
  const owner = await browser.newContext();
  await aMember(owner);
  for (let index = 1; index < many; index += 1) await aWorkspace(owner, { displayName: `Number ${index}` });
  const table = tableOf([
    ...(await weights('First screen', first, ({ shown }) => shown, 110)),
    ...(await weights('Workspaces', onDesktop, (one) => listOf(one).began, 170)),
    ...speeds(desktop, onDesktop, 500),
    ...speeds(slow, onSlow, 1800),
    { what: 'Round trips to the API before the list', values: onSlow.map(roundTrips), unit: '', goal: 2 },
    ...(await interactions(owner)),
    {
      what: 'Layout shift',
      values: [...onDesktop, ...onSlow].map(({ layoutShift }) => layoutShift),
      unit: '',
      goal: 0,
    },
  ]);
  await owner.close();
  const where = `${runs} runs in Chromium ${browser.version()} on ${cpus().length} cores, whose load was ${loadavg()[0]?.toFixed(1) ?? '?'} at the end.`;
  process.stdout.write(`\n${table}\n\n${where}\n`);
  if (process.env['BENCH_RECORD'] === '1')
    writeFileSync(document, withSection(readFileSync(document, 'utf8'), 'Portal', `${method}\n\n${table}\n\n${where}`));
});
