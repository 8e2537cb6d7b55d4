import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startApi, type TestApi } from '../support/api.ts';

const read = (path: string) => readFile(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8');

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

const kebabCase = (name: string) => name.replaceAll(/(?<!^)[A-Z]/g, '-$&').toLowerCase();

it('every alert has a summary and its own page in docs/operating/incidents', async () => {
  const index = await read('docs/operating/incidents/README.md');
  const rules = alerts.split('- alert: ').slice(1);
  expect(rules.length).toBeGreaterThan(10);
  for (const rule of rules) {
    const [name = ''] = rule.split('\n');
    const page = `docs/operating/incidents/${kebabCase(name)}.md`;
    expect([name, /runbook: (\S+)/.exec(rule)?.[1]]).toEqual([name, page]);
    expect(rule).toMatch(/summary: \S+ .*\./);
    const headings = [...(await read(page)).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect([name, headings]).toEqual([name, ['Symptom', 'Check', 'Fix', 'Verify']]);
    const severity = /severity: (\w+)/.exec(rule)?.[1];
    expect(index).toMatch(new RegExp(`\\[${name}\\]\\(${kebabCase(name)}\\.md\\) +\\| ${severity} `));
  }
});

it('alerts and dashboard use only metrics that exist', async () => {
  api.services.metrics.addProcessMetrics();
  api.services.metrics.addDatabaseMetrics(api.services.pool, () => undefined);
  const metrics = [...(await api.services.metrics.read()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  const used = [...`${alerts}${dashboard}`.matchAll(/\b(portal|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  expect(used.length).toBeGreaterThan(20);
  for (const name of used) expect(metrics).toContain(name.replace(/_bucket$/, ''));
});
