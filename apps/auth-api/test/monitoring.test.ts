import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startApi, type TestApi } from './support/api.ts';

const read = (path: string) => readFile(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

let alerts: string;
let dashboard: string;
let api: TestApi;
beforeAll(async () => {
  [alerts, dashboard] = await Promise.all([
    read('deploy/monitoring/alerts.yml'),
    read('deploy/monitoring/dashboard.json'),
  ]);
  api = await startApi();
});
afterAll(() => api.close());

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsIn = (page: string) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

it('every alert says what it means, and has its page in docs/operating.md', async () => {
  const anchors = anchorsIn(await read('docs/operating.md'));
  const rules = alerts.split('- alert: ').slice(1);
  expect(rules.length).toBeGreaterThan(10);
  for (const rule of rules) {
    const [name] = rule.split('\n');
    const anchor = /runbook: docs\/operating\.md#(\S+)/.exec(rule)?.[1];
    expect([name, anchors.filter((each) => each === anchor)]).toEqual([name, [anchor]]);
    expect(rule).toMatch(/summary: \S+ .*\./);
  }
});

it('alerts and dashboard ask for figures that there are, by labels that they have', async () => {
  api.services.metrics.addProcess();
  api.services.metrics.addQueues(api.services.pool, () => undefined);
  const figures = [...(await api.services.metrics.read()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  const asked = [...`${alerts}${dashboard}`.matchAll(/\b(portal|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  expect(asked.length).toBeGreaterThan(20);
  for (const name of asked) expect(figures).toContain(name.replace(/_bucket$/, ''));
});
