import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { startApi, type TestApi } from '../../support/api.ts';

const read = (path: string) => readFile(fileURLToPath(new URL(`../../../../../${path}`, import.meta.url)), 'utf8');

interface AlertRule {
  readonly alert: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

interface RuleTest {
  readonly input_series: readonly { readonly series: string }[];
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly type: string;
    readonly title: string;
    readonly description?: string;
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

let alerts: string;
let rules: AlertRule[];
let dashboard: Dashboard;
let api: TestApi;
beforeAll(async () => {
  alerts = await read('deploy/monitoring/alerts.yml');
  dashboard = JSON.parse(await read('deploy/monitoring/dashboard.json')) as Dashboard;
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

it('every alert has a case in which it fires and, but for the watchdog, one in which it does not', async () => {
  const { tests } = parse(await read('deploy/monitoring/alerts.test.yml')) as { tests: RuleTest[] };
  const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  const namesOf = (fires: boolean) =>
    new Set(cases.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map(({ alertname }) => alertname));
  const alerts = rules.map(({ alert }) => alert).toSorted();
  expect([...namesOf(true)].toSorted()).toEqual(alerts);
  expect([...namesOf(false)].toSorted()).toEqual(alerts.filter((name) => name !== 'AccountPortalWatchdog'));
});

/** What the other jobs of deploy/monitoring/prometheus.yml measure, as far as alerts and dashboard use it. */
const otherMetrics: Readonly<Record<string, readonly string[]>> = {
  caddy: ['caddy_http_request_duration_seconds'],
  node: [
    ...['node_cpu_seconds_total', 'node_filesystem_avail_bytes', 'node_filesystem_size_bytes'],
    // From the files that the scripts of docs/operating/back-up.md write.
    ...['account_portal_backup_timestamp_seconds', 'account_portal_rehearsal_timestamp_seconds'],
  ],
  postgres: [
    ...['pg_up', 'pg_replication_is_replica', 'pg_replication_lag_seconds', 'pg_settings_max_connections'],
    ...['pg_stat_activity_count', 'pg_stat_activity_max_tx_duration'],
    ...['pg_stat_archiver_archived_count', 'pg_stat_archiver_failed_count'],
    ...['pg_stat_archiver_last_archive_age', 'pg_settings_archive_timeout_seconds'],
    // With --collector.database_wraparound.
    ...['pg_database_wraparound_age_datfrozenxid_seconds', 'pg_database_wraparound_age_datminmxid_seconds'],
  ],
  patroni: ['patroni_sync_standby'],
  site: ['probe_duration_seconds', 'probe_ssl_earliest_cert_expiry', 'probe_success'],
};
/** On Kubernetes, of kube-state-metrics and CloudNativePG. */
const kubernetesMetrics = [
  'kube_cronjob_status_last_successful_time',
  ...['cnpg_pg_replication_in_recovery', 'cnpg_pg_stat_archiver_seconds_since_last_archival'],
  ...['cnpg_pg_stat_archiver_archived_count', 'cnpg_pg_stat_archiver_failed_count'],
  'cnpg_collector_pg_wal_archive_status',
  ...['cnpg_backends_max_tx_duration_seconds', 'cnpg_pg_database_xid_age', 'cnpg_pg_database_mxid_age'],
];

const expressions = () => dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

it('alerts and dashboard use only metrics that exist', async () => {
  api.services.metrics.addProcessMetrics({ version: '1', commit: 'c', instanceId: 'i' });
  api.services.metrics.addDatabaseMetrics(api.services.pool, () => undefined);
  const ours = [...(await api.services.metrics.read()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  const recorded = [...alerts.matchAll(/record: (\S+)/g)].map(([, name]) => name);
  const { scrape_configs: scraped } = parse(await read('deploy/monitoring/prometheus.yml')) as {
    scrape_configs: { job_name: string }[];
  };
  expect(scraped.map(({ job_name: job }) => job)).toEqual(expect.arrayContaining(Object.keys(otherMetrics)));
  const existing = new Set([...ours, ...recorded, ...Object.values(otherMetrics).flat(), ...kubernetesMetrics]);
  const names = /\b(?:portal|nodejs|process|caddy|node|pg|cnpg|patroni|probe|kube|account_portal)[_:][a-z0-9_:]+/g;
  const used = [alerts, ...expressions()].flatMap((text) => [...text.matchAll(names)].map(([name]) => name));
  expect(used.length).toBeGreaterThan(60);
  for (const name of used)
    expect(existing).toContain(existing.has(name) ? name : name.replace(/_(?:bucket|count)$/, ''));
});

interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

const labelsIn = (text = '') =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]));

/** The counters of a process that has not served a request yet. */
async function countersOfFreshProcess(): Promise<Series[]> {
  const fresh = await startApi();
  try {
    const lines = (await fresh.services.metrics.read()).split('\n');
    return lines.flatMap((line) => {
      const [, name, labels] = /^(portal_\w+_(?:total|count|bucket))(?:\{(.*)\})? 0$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, labels: labelsIn(labels) }];
    });
  } finally {
    await fresh.close();
  }
}

const hasLabels = (labels: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>) =>
  Object.entries(wanted).every(([label, value]) => labels[label] === value);

describe('a counter that an alert reads', () => {
  it('exists at 0 before the first request, with every label value that the alert names', async () => {
    const counters = await countersOfFreshProcess();
    const selectors = [...alerts.matchAll(/(portal_\w+_(?:total|count|bucket))(?:\{([^}]*)\})?\[/g)];
    expect(selectors.length).toBeGreaterThan(30);
    for (const [selector, name = '', matchers = ''] of selectors) {
      const series = counters.filter((counter) => counter.name === name);
      expect([selector, series.some(({ labels }) => hasLabels(labels, labelsIn(matchers)))]).toEqual([selector, true]);
      for (const [, label = '', values = ''] of matchers.matchAll(/(\w+)=~"([^"]*)"/g)) {
        const named = values.split('|');
        const existing = series.map(({ labels }) => labels[label]);
        expect([selector, named.filter((value) => !existing.includes(value))]).toEqual([selector, []]);
      }
    }
  });

  it('has in the tests of the rules only series that the API serves', async () => {
    const counters = await countersOfFreshProcess();
    const { tests } = parse(await read('deploy/monitoring/alerts.test.yml')) as { tests: RuleTest[] };
    const used = tests.flatMap(({ input_series }) => input_series.map(({ series }) => series));
    const ours = used.filter((series) => /^portal_\w+_(?:total|count|bucket)\b/.test(series));
    expect(ours.length).toBeGreaterThan(50);
    for (const series of ours) {
      const [, name = '', matchers = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
      const { instance: _instance, ...labels } = labelsIn(matchers);
      const exists = counters.some((counter) => counter.name === name && hasLabels(counter.labels, labels));
      expect([series, exists]).toEqual([series, true]);
    }
  });
});

describe('the dashboard', () => {
  it('shows objectives, traffic, errors, saturation, jobs and money', () => {
    const rows = dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title);
    expect(rows).toEqual([
      ...['Objectives', 'Traffic', 'Errors and duration', 'Saturation', 'Logins', 'Jobs and emails', 'Money', 'Builds'],
    ]);
  });

  it('says for each alert which panel shows what it watches', () => {
    const named = dashboard.panels.flatMap(({ description = '' }) =>
      [...description.matchAll(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g)].map(([name]) => name),
    );
    expect(new Set(named)).toEqual(new Set(rules.map(({ alert }) => alert)));
  });

  it('has panels of unique ids that do not overlap', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_each, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  });

  it('is provisioned in the Grafana of deploy/monitoring/compose.yml, with its data source', async () => {
    const { services } = parse(await read('deploy/monitoring/compose.yml')) as {
      services: Record<string, { volumes: string[] }>;
    };
    const { providers } = parse(await read('deploy/monitoring/grafana/dashboards/account-portal.yml')) as {
      providers: { options: { path: string } }[];
    };
    const { datasources } = parse(await read('deploy/monitoring/grafana/datasources/prometheus.yml')) as {
      datasources: { type: string; url: string; isDefault: boolean }[];
    };
    expect(services['grafana']?.volumes).toEqual(
      expect.arrayContaining([
        './deploy/monitoring/grafana:/etc/grafana/provisioning:ro,z',
        `./deploy/monitoring/dashboard.json:${providers[0]?.options.path ?? ''}/account-portal.json:ro,z`,
      ]),
    );
    expect(datasources).toMatchObject([{ type: 'prometheus', url: 'http://prometheus:9090', isDefault: true }]);
  });
});
