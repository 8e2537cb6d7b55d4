import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string) => readFile(pathOf(path), 'utf8');

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec?: object;
  readonly data?: Readonly<Record<string, string>>;
}
const resourcesIn = async (path: string) =>
  parseAllDocuments(await read(path)).map((document) => document.toJS() as Resource);

interface Kustomization {
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
}
const kustomizationIn = async (folder: string) => parse(await read(`${folder}/kustomization.yaml`)) as Kustomization;

const components = ['auth-api-host', 'cloudnative-pg', 'external-secrets', 'gateway', 'ingress-nginx', 'monitoring'];
const folderOf = (component: string) => `kubernetes/components/${component}`;

it('the page and the example name every component', async () => {
  expect((await readdir(pathOf('kubernetes/components'))).toSorted()).toEqual(components);
  const page = await readFile(pathOf('../docs/operating/install-kubernetes.md'), 'utf8');
  const example = await read('kubernetes-example/kustomization.yaml');
  for (const name of components) {
    expect(page).toContain(`| \`${name}\` `);
    expect(example).toContain(`- ../kubernetes/components/${name}\n`);
  }
});

it.each(components)('the component %s includes each of its files', async (name) => {
  const files = (await readdir(pathOf(folderOf(name)))).filter((file) => file !== 'kustomization.yaml');
  expect([...((await kustomizationIn(folderOf(name))).resources ?? [])].toSorted()).toEqual(files.toSorted());
  for (const file of files) {
    for (const { apiVersion, kind, metadata, spec, data } of await resourcesIn(`${folderOf(name)}/${file}`)) {
      expect([apiVersion, kind, metadata.name, spec ?? data]).toEqual([
        expect.stringMatching(/^(?:[a-z\d.-]+\/)?v\d\w*$/),
        expect.stringMatching(/^[A-Z]\w+$/),
        expect.stringMatching(/^[a-z-]+$/),
        expect.any(Object),
      ]);
    }
  }
});

it('the PrometheusRule has the alerts of deploy/monitoring', async () => {
  const [rule] = await resourcesIn(`${folderOf('monitoring')}/prometheus-rule.yaml`);
  // `npm run alerts` writes it.
  expect(rule?.spec).toEqual(parse(await read('monitoring/alerts.yml')));
});

it('Grafana finds the dashboard of deploy/monitoring by its label', async () => {
  const [dashboard] = await resourcesIn(`${folderOf('monitoring')}/dashboard.yaml`);
  expect(dashboard?.metadata.labels).toEqual({ grafana_dashboard: '1' });
  // `npm run alerts` writes it.
  expect(dashboard?.data).toEqual({ 'account-portal.json': await read('monitoring/dashboard.json') });
});

it('a Prometheus without the operator finds the same targets under the same job names', async () => {
  const { scrape_configs: scraped } = parse(await read('monitoring/kubernetes.yml')) as {
    scrape_configs: { job_name: string; relabel_configs: { source_labels?: string[]; regex?: string }[] }[];
  };
  expect(scraped.map(({ job_name: name }) => name)).toEqual(['auth-api', 'caddy', 'postgres', 'site']);
  for (const [index, name] of ['auth-api', 'portal'].entries()) {
    const [deployment] = parseAllDocuments(await read(`kubernetes/${name}.yaml`)).map(
      (document) =>
        document.toJS() as {
          spec: {
            template: {
              metadata: { labels: Record<string, string> };
              spec: { containers: { ports: { name: string; containerPort: number }[] }[] };
            };
          };
        },
    );
    const { metadata, spec } = deployment?.spec.template ?? {};
    const port = spec?.containers[0]?.ports.find((each) => each.name === 'metrics');
    expect(port?.containerPort).toBe(name === 'portal' ? 2021 : 9464);
    expect(scraped[index]?.relabel_configs[0]).toEqual({
      source_labels: [
        '__meta_kubernetes_pod_label_app_kubernetes_io_name',
        '__meta_kubernetes_pod_container_port_name',
      ],
      regex: `${metadata?.labels['app.kubernetes.io/name'] ?? ''};metrics`,
      action: 'keep',
    });
  }
});

it('Prometheus finds the targets under the job names that the alerts use', async () => {
  const jobs = (await resourcesIn(`${folderOf('monitoring')}/pod-monitors.yaml`)).map(({ spec }) => {
    const { podMetricsEndpoints } = spec as { podMetricsEndpoints: { relabelings: { replacement: string }[] }[] };
    return podMetricsEndpoints[0]?.relabelings[0]?.replacement;
  });
  const probes = await resourcesIn(`${folderOf('monitoring')}/probe.yaml`);
  const found = [...jobs, ...probes.map(({ spec }) => (spec as { jobName: string }).jobName)];
  const { scrape_configs: scraped } = parse(await read('monitoring/prometheus.yml')) as {
    scrape_configs: { job_name: string }[];
  };
  expect(scraped.map(({ job_name: name }) => name)).toEqual(expect.arrayContaining(found));
  expect(found).toEqual(['auth-api', 'caddy', 'postgres', 'site']);
});

interface TargetLists {
  readonly file_sd_configs?: readonly { readonly files: readonly string[] }[];
}

it('Prometheus reads lists of targets that operators copy, each from an example, and rules of their own', async () => {
  const { scrape_configs, alerting, rule_files } = parse(await read('monitoring/prometheus.yml')) as {
    scrape_configs: TargetLists[];
    alerting: { alertmanagers: TargetLists[] };
    rule_files: string[];
  };
  const lists = [...scrape_configs, ...alerting.alertmanagers]
    .flatMap(({ file_sd_configs: found = [] }) => found)
    .flatMap(({ files }) => files);
  const examples = await readdir(pathOf('monitoring/targets.example'));
  expect(lists.toSorted()).toEqual(examples.toSorted().map((name) => `targets/${name}`));
  expect(rule_files).toEqual(['alerts.yml', 'rules.d/*.yml']);
  const ignored = await read('../.gitignore');
  for (const folder of ['targets', 'rules.d']) expect(ignored).toContain(`\n/deploy/monitoring/${folder}/\n`);
});

it('the external secrets are those that the base mounts', async () => {
  const secrets = await resourcesIn(`${folderOf('external-secrets')}/external-secrets.yaml`);
  const manifests = await Promise.all(['auth-api', 'migrate', 'backup'].map((name) => read(`kubernetes/${name}.yaml`)));
  const mounted = new Set([...manifests.join('').matchAll(/secretName: ([\w-]+)/g)].map(([, name]) => name));
  expect(secrets.map(({ metadata }) => metadata.name).toSorted()).toEqual([...mounted].toSorted());
});

it('the database of CloudNativePG is that of docker-compose.yml', async () => {
  const [cluster] = await resourcesIn(`${folderOf('cloudnative-pg')}/cluster.yaml`);
  const compose = await readFile(pathOf('../docker-compose.yml'), 'utf8');
  const version = /image: postgres:(\d+\.\d+)/.exec(compose)?.[1] ?? '';
  expect(cluster?.spec).toMatchObject({
    instances: 3,
    imageName: expect.stringContaining(`:${version}-`) as string,
    bootstrap: { initdb: { encoding: 'UTF8', localeProvider: 'builtin', builtinLocale: 'C.UTF-8', locale: 'C' } },
    postgresql: {
      parameters: { max_connections: /max_connections=(\d+)/.exec(compose)?.[1] },
      synchronous: { number: 1, dataDurability: 'required' },
    },
  });
});

it('the owner of the database of CloudNativePG may do what `restore` needs', async () => {
  const [cluster] = await resourcesIn(`${folderOf('cloudnative-pg')}/cluster.yaml`);
  // `createdb` and `inRoles` of a role: https://cloudnative-pg.io/docs/1.30/declarative_role_management/
  expect(cluster?.spec).toMatchObject({
    managed: {
      roles: [
        { name: 'portal', createdb: true, inRoles: ['pg_signal_backend'] },
        { name: 'auth_api', inRoles: ['portal_auth_api'] },
      ],
    },
  });
});

it('GitOps can repeat the migrations, and applies them before the API and the API before the portal', async () => {
  const annotationsOf = async (name: string) => (await resourcesIn(`kubernetes/${name}.yaml`))[0]?.metadata.annotations;
  expect(await annotationsOf('migrate')).toMatchObject({
    'argocd.argoproj.io/hook': 'Sync',
    'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
    'kustomize.toolkit.fluxcd.io/force': 'enabled',
  });
  const waves = await Promise.all(['migrate', 'auth-api', 'auth-api-scaling', 'portal'].map(annotationsOf));
  expect(waves.map((each) => each?.['argocd.argoproj.io/sync-wave'])).toEqual(['1', '2', '2', '3']);
});
