import { cpus, loadavg } from 'node:os';
import { test, type BrowserContext } from '@playwright/test';
import { createMember, createWorkspace } from '../support/accounts.ts';
import { urls } from '../support/urls.ts';
import { measureMainThreadWork } from '../support/main-thread-work.ts';
import { toMarkdownTable, type Measurement } from './report.ts';
import { longestInteraction } from './interactions.ts';
import { manyMembers, manyTokens, manyWorkspaces, type LongList } from './long-lists.ts';
import { recordPaintTimings } from './page-load.ts';

const runs = Number(process.env['BENCH_RUNS']);
/** Longer than the double-click guard. */
const pressIntervalMs = 500;

/**
 * Measures the longest task until a long list is complete, and then the interactions with it. The lists are mocked API
 * responses with 500 rows per page. Tasks are in CPU time, so that a busy machine changes them little; paints are in wall time.
 */
async function measureList(context: BrowserContext, list: LongList): Promise<Measurement[]> {
  const page = await context.newPage();
  await list.mock(page);
  await page.addInitScript(recordPaintTimings, list.firstRow);
  const [firstPaints, loadTasks, layoutShifts]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    const load = async () => {
      await page.goto(urls.portal + list.path);
      await list.complete(page).waitFor();
    };
    loadTasks.push((await measureMainThreadWork(page, load)).longestTaskMs);
    const timings = await page.evaluate(() => window.paintTimings);
    firstPaints.push(timings.shown);
    layoutShifts.push(timings.layoutShift);
  }
  const measurements: Measurement[] = [
    { name: `${list.name}: first rows painted`, values: firstPaints, unit: 'ms' },
    { name: `${list.name}: longest task until complete`, values: loadTasks, unit: 'ms', goal: 100 },
    { name: `${list.name}: layout shift`, values: layoutShifts, unit: '', goal: 0 },
  ];
  for (const [actionName, action] of Object.entries(await list.actions(page))) {
    const [nextPaints, longestTasks]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run += 1) {
      await page.waitForTimeout(pressIntervalMs);
      nextPaints.push(await longestInteraction(page, action));
      await page.waitForTimeout(pressIntervalMs);
      longestTasks.push((await measureMainThreadWork(page, action)).longestTaskMs);
    }
    measurements.push(
      { name: `${list.name}: ${actionName}, time to next paint`, values: nextPaints, unit: 'ms', goal: 100 },
      { name: `${list.name}: ${actionName}, longest task`, values: longestTasks, unit: 'ms', goal: 100 },
    );
  }
  await page.close();
  return measurements;
}

test('long lists', async ({ browser, context }) => {
  await createMember(context);
  const id = await createWorkspace(context);
  const lists = [
    await manyWorkspaces(context, 500),
    await manyWorkspaces(context, 2_000),
    await manyWorkspaces(context, 10_000),
    await manyMembers(context, id, 5_000),
    manyTokens(id, 10_000),
  ];
  const measurements: Measurement[] = [];
  for (const list of lists) measurements.push(...(await measureList(context, list)));
  const table = toMarkdownTable(measurements);
  const environment = `${runs} runs in Chromium ${browser.version()} on ${cpus().length} cores, whose load was ${loadavg()[0]?.toFixed(1) ?? '?'} at the end.`;
  process.stdout.write(`\n${table}\n\n${environment}\n`);
});
