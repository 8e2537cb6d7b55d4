import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { startApi, type TestApi } from '../support/api.ts';

const read = (path: string) => readFile(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8');

interface AlertRule {
  readonly alert: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

interface RuleTest {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}

let alerts: string;
let rules: AlertRule[];
let dashboard: string;
let api: TestApi;
beforeAll(async () => {
  [alerts, dashboard] = await Promise.all([
    read('deploy/monitoring/alerts.yml'),
    read('deploy/monitoring/dashboard.json'),
  ]);
  const { groups } = parse(alerts) as { groups: { rules: (AlertRule | { record: string })[] }[] };
  rules = groups.flatMap((group) => group.rules.filter((rule) => 'alert' in rule));
  api = await startApi();
});
afterAll(() => api.close());

const kebabCase = (name: string) => name.replaceAll(/(?<!^)[A-Z]/g, '-$&').toLowerCase();

it('every alert has a summary and its own page in docs/operating/incidents', async () => {
  const index = await read('docs/operating/incidents/README.md');
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, labels, annotations } of rules) {
    const page = `${kebabCase(alert)}.md`;
    expect(annotations).toEqual({
      summary: expect.stringMatching(/\S .*\.$/) as string,
      runbook_url: `{{ $externalLabels.runbooks }}/${page}`,
    });
    const headings = [...(await read(`docs/operating/incidents/${page}`)).matchAll(/^## (.+)$/gm)];
    expect([alert, headings.map(([, heading]) => heading)]).toEqual([alert, ['Symptom', 'Check', 'Fix', 'Verify']]);
    expect(index).toMatch(new RegExp(`\\[${alert}\\]\\(${page}\\) +\\| ${labels.severity} `));
  }
});

it('every alert has a case in which it fires and one in which it does not', async () => {
  const { tests } = parse(await read('deploy/monitoring/alerts.test.yml')) as { tests: RuleTest[] };
  const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  const namesOf = (fires: boolean) =>
    new Set(cases.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map(({ alertname }) => alertname));
  const alerts = rules.map(({ alert }) => alert).toSorted();
  expect([...namesOf(true)].toSorted()).toEqual(alerts);
  expect([...namesOf(false)].toSorted()).toEqual(alerts);
});

it('alerts and dashboard use only metrics that exist', async () => {
  api.services.metrics.addProcessMetrics();
  api.services.metrics.addDatabaseMetrics(api.services.pool, () => undefined);
  const metrics = [...(await api.services.metrics.read()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  const used = [...`${alerts}${dashboard}`.matchAll(/\b(portal|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  expect(used.length).toBeGreaterThan(20);
  for (const name of used) expect(metrics).toContain(name.replace(/_(bucket|count)$/, ''));
});
