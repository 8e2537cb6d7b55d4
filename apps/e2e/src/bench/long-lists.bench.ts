import { cpus, loadavg } from 'node:os';
import { test, type BrowserContext } from '@playwright/test';
import { aMember, aWorkspace } from '../support/accounts.ts';
import { addresses } from '../support/addresses.ts';
import { workOf } from '../support/work-of.ts';
import { tableOf, type Figure } from './figures.ts';
import { longestInteraction } from './interactions.ts';
import { manyMembers, manyTokens, manyWorkspaces, type LongList } from './long-lists.ts';
import { note } from './page-load.ts';

const runs = Number(process.env['BENCH_RUNS']);
/** In milliseconds: what comes sooner would be half of a double click. */
const betweenPresses = 500;

/**
 * The longest task until a long list is complete, and the interactions with it then. The lists are served in the API's place,
 * 500 rows a page. A task is measured in processor time, so that a busy machine changes it little; the next paint by the clock.
 */
async function bear(context: BrowserContext, list: LongList): Promise<Figure[]> {
  const page = await context.newPage();
  await list.serve(page);
  await page.addInitScript(note, list.first);
  const [shown, working, moved]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    const load = async () => {
      await page.goto(addresses.portal + list.path);
      await list.whole(page).waitFor();
    };
    working.push((await workOf(page, load)).longest);
    const noted = await page.evaluate(() => window.noted);
    shown.push(noted.shown);
    moved.push(noted.layoutShift);
  }
  const figures: Figure[] = [
    { what: `${list.what}: the first are painted`, values: shown, unit: 'ms' },
    { what: `${list.what}: work until all have come`, values: working, unit: 'ms', goal: 100 },
    { what: `${list.what}: layout shift`, values: moved, unit: '', goal: 0 },
  ];
  for (const [what, act] of Object.entries(await list.acts(page))) {
    const [waits, works]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run += 1) {
      await page.waitForTimeout(betweenPresses);
      waits.push(await longestInteraction(page, act));
      await page.waitForTimeout(betweenPresses);
      works.push((await workOf(page, act)).longest);
    }
    figures.push(
      { what: `${list.what}: ${what}, to the next paint`, values: waits, unit: 'ms', goal: 100 },
      { what: `${list.what}: ${what}, work`, values: works, unit: 'ms', goal: 100 },
    );
  }
  await page.close();
  return figures;
}

test('how long lists are borne', async ({ browser, context }) => {
  await aMember(context);
  const id = await aWorkspace(context);
  const lists = [
    await manyWorkspaces(context, 500),
    await manyWorkspaces(context, 2_000),
    await manyWorkspaces(context, 10_000),
    await manyMembers(context, id, 5_000),
    manyTokens(id, 10_000),
  ];
  const figures: Figure[] = [];
  for (const list of lists) figures.push(...(await bear(context, list)));
  const table = tableOf(figures);
  const where = `${runs} runs in Chromium ${browser.version()} on ${cpus().length} cores, whose load was ${loadavg()[0]?.toFixed(1) ?? '?'} at the end.`;
  process.stdout.write(`\n${table}\n\n${where}\n`);
});
