import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { Environment } from '@portal/auth-api/src/platform/config/environment.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFile(pathOf(path), 'utf8');

let compose: string;
let referencePage: string;
beforeAll(async () => {
  [compose, referencePage] = await Promise.all([read('docker-compose.yml'), read('docs/operating/reference.md')]);
});

const serviceIn = (name: string) => new RegExp(`^  ${name}:\n(?:(?: {4}.*)?\n)+`, 'm').exec(compose)?.[0] ?? '';
const namesIn = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))];
const environmentOf = (service: string) => namesIn(serviceIn(service), /^ {6}([A-Z][A-Z0-9_]*):/gm);

describe('docker-compose.yml', () => {
  it('passes only known settings to the API, and all others from a file', () => {
    const names = environmentOf('auth-api').map((name = '') => name.replace(/_FILE$/, ''));
    expect(names).toContain('DATABASE_URL');
    // The OTEL_ settings belong to OpenTelemetry's exporter.
    const apiSettings = names.filter((name) => !name.startsWith('OTEL_'));
    expect(apiSettings.filter((name) => !(name in Environment.shape))).toEqual([]);
    expect(serviceIn('auth-api')).toContain('env_file: [{ path: auth-api.env, required: false }]');
  });

  it('passes all variables of the portal’s image to Caddy, except those that only differ outside compose', async () => {
    const files = ['deploy/config.json.template', 'deploy/security.txt.template'];
    const caddyfile = await read('deploy/Caddyfile');
    const config = (await Promise.all(files.map(read))).join('');
    const variables = [...namesIn(caddyfile, /\{\$([A-Z_]+)/g), ...namesIn(config, /env "([A-Z_]+)"/g)];
    const names = environmentOf('portal');
    expect(variables.filter((name) => !names.includes(name)).sort()).toEqual([
      'AUTH_API_UPSTREAMS',
      'CADDY_DATA',
      'CADDY_METRICS_HOST',
      'CADDY_METRICS_PORT',
      'HEALTH_PORT',
      'PORTAL_DIR',
    ]);
    for (const name of variables) expect(referencePage).toContain(`\`${name}\``);
  });

  it('requires only variables that are documented', () => {
    const isDocumented = (name: string) =>
      referencePage.includes(`\`${name}\``) || name.replace(/_FILE$/, '') in Environment.shape;
    const variables = namesIn(compose, /(?<!\$)\$\{([A-Z0-9_]+)/g) as string[];
    expect(variables).toContain('BACKUPS');
    expect(variables.filter((name) => !isDocumented(name))).toEqual([]);
  });
});

interface Service {
  readonly image?: string;
  readonly build?: { readonly target: string };
  readonly networks?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly pids_limit?: number;
  readonly network_mode?: string;
  readonly ports?: readonly (
    | string
    | { readonly host_ip: string; readonly target: string; readonly protocol?: string }
  )[];
  readonly profiles?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly user?: string;
  readonly volumes?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, { readonly name: string }>>;
}

describe('the services of docker-compose.yml', () => {
  let parsed: Compose;
  beforeAll(() => {
    parsed = parse(compose, { merge: true }) as Compose;
  });
  const networksOf = (name: string) => {
    const { networks = [] } = parsed.services[name] ?? {};
    return Array.isArray(networks) ? [...(networks as readonly string[])] : Object.keys(networks);
  };
  const serviceNames = (isOne: (service: Service) => boolean) =>
    Object.entries(parsed.services)
      .filter(([, service]) => isOne(service))
      .map(([name]) => name);

  it('isolate the database from the proxy and from outside', () => {
    expect(networksOf('portal')).toEqual(['edge']);
    expect(networksOf('postgres')).toEqual(['database']);
    expect(parsed.networks['database']).toEqual({ internal: true });
    expect(parsed.services['postgres']?.ports).toBeUndefined();
    const clients = Object.keys(parsed.services).filter((name) => networksOf(name).includes('database'));
    expect(clients.toSorted()).toEqual(['auth-api', 'backup', 'migrate', 'postgres']);
  });

  it('keep Prometheus out of the network of the database', async () => {
    const monitoring = parse(await read('deploy/monitoring/compose.yml'), { merge: true }) as Compose;
    expect(monitoring.services['prometheus']?.networks).toEqual(['edge', 'monitoring']);
    expect(monitoring.services['postgres-exporter']?.networks).toEqual(['database', 'monitoring']);
    expect(monitoring.networks['monitoring']).toEqual({ internal: true });
  });

  it('can each start a limited number of processes', () =>
    expect(serviceNames(({ pids_limit: limit }) => limit === undefined)).toEqual([]));

  it('have a named network each, except the one that creates secrets and needs none', () => {
    expect(serviceNames(({ networks }) => networks === undefined)).toEqual(['setup']);
    expect(parsed.services['setup']?.network_mode).toBe('none');
  });

  it('include emulators only in the playground', () =>
    expect(serviceNames(({ profiles }) => profiles?.includes('playground') === true).toSorted()).toEqual(emulators));

  const emulators = ['auth0', 'hosted-app', 'local-instance', 'mail', 'posthog', 'stripe'];
  const isOurs = ({ image = '' }: Service) => image.startsWith('$') || image.startsWith('localhost/');

  it('run images of a release by digest, and build none', () => {
    expect(serviceNames(({ build }) => build !== undefined)).toEqual([]);
    const published = serviceNames(isOurs).filter((name) => !emulators.includes(name));
    expect(published.toSorted()).toEqual(['auth-api', 'backup', 'migrate', 'portal', 'setup']);
    for (const name of published) {
      expect(parsed.services[name]?.image).toMatch(
        /^\$\{REGISTRY[^}]*\}\/[a-z-]+:\$\{VERSION[^}]*\}@\$\{[A-Z_]+_DIGEST:\?[^}]+\}$/,
      );
    }
  });

  it('are built only with docker-compose.build.yml, under names that no registry serves', async () => {
    const { services } = parse(await read('docker-compose.build.yml'), { merge: true }) as Pick<Compose, 'services'>;
    expect(Object.keys(services).toSorted()).toEqual(serviceNames(isOurs).toSorted());
    const targets = namesIn(await read('Dockerfile'), /^FROM \S+ AS (\S+)$/gm);
    for (const [name, { build, image = parsed.services[name]?.image }] of Object.entries(services)) {
      expect(targets).toContain(build?.target);
      expect(image).toMatch(new RegExp(`^localhost/account-portal/${build?.target ?? ''}(:|$)`));
    }
    const variables = namesIn(await read('docker-compose.build.yml'), /\$\{([A-Z_]+)/g);
    expect(variables).toEqual(['VERSION']);
  });

  it('mount each temporary folder, except /tmp, with the owner and mode that its program needs', async () => {
    const archive = parse(await read('deploy/archive/compose.yml'), { merge: true }) as Compose;
    const folders = [parsed, archive]
      .flatMap(({ services }) => Object.values(services))
      .flatMap(({ tmpfs = [] }) => tmpfs)
      .filter((folder) => folder !== '/tmp');
    expect(new Set(folders)).toEqual(
      new Set(['/var/run/postgresql:uid=999,gid=999,mode=3775', '/config:uid=1000,gid=1000,mode=700']),
    );
  });

  it('read secrets as the user who owns them', () => {
    const readers = serviceNames(
      ({ volumes }) => volumes?.some((each) => each.includes('/run/owner-secrets')) === true,
    );
    // The image of `backup` also runs as `postgres`, which has the id 999.
    const users = readers.map((name) => [name, parsed.services[name]?.user ?? 'of the image']);
    expect(Object.fromEntries(users)).toEqual({
      setup: 'root',
      postgres: 'postgres',
      migrate: '999:999',
      backup: 'of the image',
    });
  });
});

it('docker-compose.yml runs the API in production, whatever NODE_ENV the shell of the operator has', () => {
  expect(serviceIn('auth-api')).toContain('      NODE_ENV: ${PORTAL_MODE:-production}\n');
  expect(compose).not.toMatch(/\$\{NODE_ENV/);
});

describe('docker compose without a settings file', () => {
  const settingsIn = (text: string) =>
    new Map([...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  const required = () => namesIn(compose, /(?<!\$)\$\{([A-Z0-9_]+):\?/g);

  it('fails and explains each missing variable in a sentence', () => {
    expect(required()).toContain('PLAYGROUND');
    for (const [, message] of compose.matchAll(/(?<!\$)\$\{[A-Z0-9_]+:\?([^}]*)/g)) expect(message).toMatch(/\w+ \w+/);
  });

  // Compose interpolates the name first, and stops at the first missing variable. Source: projectName() in loader/loader.go of
  // https://github.com/compose-spec/compose-go.
  it('prints first how to start a playground', () =>
    expect(compose).toMatch(
      /^name: '\$\{COMPOSE_PROJECT_NAME:\?run `docker compose --env-file playground\.env up --build` /m,
    ));

  it('never connects to the database without TLS unless the file says so', () => {
    expect(required()).toContain('DATABASE_TLS');
    expect(compose).not.toMatch(/DATABASE_TLS:-/);
  });

  it('finds no settings file automatically, because there is no .env', async () =>
    expect(await readdir(pathOf('.'))).not.toContain('.env'));

  it('becomes the playground only with playground.env, which sets everything and uses a project and volumes of its own', async () => {
    const playground = settingsIn(await read('playground.env'));
    expect(required().filter((name) => !playground.get(name))).toEqual([]);
    expect(playground.get('PLAYGROUND')).toBe('true');
    expect(playground.get('PORTAL_MODE')).toBe('development');
    const project = settingsIn(await read('deploy/production.env.example')).get('COMPOSE_PROJECT_NAME') ?? '';
    expect(playground.get('COMPOSE_PROJECT_NAME')).toBe(`${project}-playground`);
    expect(playground.get('VOLUME_PREFIX')).toBe(`${project}-playground`);
    const { volumes } = parse(compose, { merge: true }) as Compose;
    for (const [name, volume] of Object.entries(volumes)) {
      expect(volume.name).toBe(`\${VOLUME_PREFIX:-${project}}_${name}`);
    }
  });

  it('becomes a deployment with production.env, whose example sets everything except the images', async () => {
    const example = settingsIn(await read('deploy/production.env.example'));
    const ofImages = ['VERSION', 'AUTH_API_DIGEST', 'BACKUP_DIGEST', 'PORTAL_DIGEST'];
    expect(required().filter((name = '') => !example.has(name) && !ofImages.includes(name))).toEqual([]);
    for (const name of ofImages) expect(example.has(name)).toBe(false);
    expect(example.get('PLAYGROUND')).toBe('false');
    expect(example.has('PORTAL_MODE')).toBe(false);
  });

  it('publishes no port of the playground to other machines, and those of the proxy in a deployment', async () => {
    const { services } = parse(compose, { merge: true }) as Compose;
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    const addresses = published.map((port) => (typeof port === 'string' ? port.split(':')[0] : port.host_ip));
    expect(new Set(addresses)).toEqual(new Set(['127.0.0.1', '${PUBLISH_ADDRESS:-}']));
    expect(settingsIn(await read('playground.env')).get('PUBLISH_ADDRESS')).toBe('127.0.0.1');
    expect(settingsIn(await read('deploy/production.env.example')).has('PUBLISH_ADDRESS')).toBe(false);
  });

  it('publishes the port of HTTPS also for HTTP/3, which Caddy offers to browsers', () => {
    const { services } = parse(compose, { merge: true }) as Compose;
    const ports = services['portal']?.ports?.filter((port) => typeof port !== 'string') ?? [];
    expect(ports.map(({ target, protocol = 'tcp' }) => `${target}/${protocol}`)).toEqual([
      '${HTTP_PORT:-80}/tcp',
      '${HTTPS_PORT:-443}/tcp',
      '${HTTPS_PORT:-443}/udp',
    ]);
  });

  /** The value after the files before have set another one, as Compose reads env files. */
  const composeFileAfter = (value = '', before?: string) =>
    value.replace(/\$\{COMPOSE_FILE:-([^}]+)\}/, (_match, fallback: string) => before ?? fallback);

  it('keeps the archive of production.env when deploy/build.env builds the images', async () => {
    const value = settingsIn(await read('deploy/build.env')).get('COMPOSE_FILE');
    expect(composeFileAfter(value, 'docker-compose.yml:deploy/archive/compose.yml')).toBe(
      'docker-compose.yml:deploy/archive/compose.yml:docker-compose.build.yml',
    );
  });

  it.each(['playground.env', 'deploy/build.env'])('builds the images with %s', async (path) => {
    const settings = settingsIn(await read(path));
    expect(composeFileAfter(settings.get('COMPOSE_FILE'))).toBe('docker-compose.yml:docker-compose.build.yml');
    const ofImages = ['REGISTRY', 'VERSION', 'AUTH_API_DIGEST', 'BACKUP_DIGEST', 'PORTAL_DIGEST'];
    expect(ofImages.filter((name) => !settings.get(name))).toEqual([]);
  });
});

it.each(['monitoring-reference.md'])(
  '%s searches the log beside the replicas, not in one that serves',
  async (page) => {
    const text = await read(`docs/operating/${page}`);
    expect(text).toContain('docker compose run --rm --no-deps -T auth-api node apps/auth-api/dist/request.js');
    expect(text).not.toContain('docker compose exec -T auth-api');
  },
);

describe('deploy/kubernetes', () => {
  let kustomization: string;
  let manifests: string[];
  beforeAll(async () => {
    kustomization = await read('deploy/kubernetes/kustomization.yaml');
    manifests = (await readdir(pathOf('deploy/kubernetes'))).filter((name) => /(?<!^kustomization)\.yaml$/.test(name));
  });

  it('includes every manifest', () => {
    expect(manifests).toContain('backup.yaml');
    expect(namesIn(kustomization, /^ {2}- (\S+\.yaml)$/gm).toSorted()).toEqual(manifests.toSorted());
  });

  it('pins a version of every image', async () => {
    const all = (await Promise.all(manifests.map((name) => read(`deploy/kubernetes/${name}`)))).join('');
    const versioned = namesIn(kustomization, /- name: (\S+)\n {4}newTag: \d/g);
    expect(namesIn(all, /image: (\S+)/g).toSorted()).toEqual(versioned.toSorted());
  });

  interface Peer {
    readonly ipBlock?: { readonly except?: readonly string[] };
    readonly namespaceSelector?: { readonly matchLabels?: Readonly<Record<string, string>> };
  }
  interface NetworkPolicy {
    readonly metadata: { readonly name: string };
    readonly spec: {
      readonly podSelector: object;
      readonly policyTypes: readonly string[];
      readonly ingress?: readonly { readonly from?: readonly Peer[]; readonly ports: readonly { port: number }[] }[];
      readonly egress?: readonly { readonly to?: readonly Peer[]; readonly ports: readonly { port: number }[] }[];
    };
  }
  const policies = async () =>
    parseAllDocuments(await read('deploy/kubernetes/network.yaml')).map((document) => document.toJS() as NetworkPolicy);

  it('denies all traffic that no rule allows', async () => {
    const [first, ...apiSettings] = await policies();
    expect(first?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    for (const { spec } of apiSettings) {
      for (const { from } of spec.ingress ?? []) expect(from?.length).toBeGreaterThan(0);
      for (const { to } of spec.egress ?? []) expect(to?.length).toBeGreaterThan(0);
    }
  });

  it('allows only the ingress to reach the port of the API', async () => {
    const rules = (await policies()).flatMap(({ spec }) => spec.ingress ?? []);
    const apiRules = rules.filter(({ ports }) => ports.some(({ port }) => port === 9001));
    expect(apiRules.map(({ from }) => from)).toEqual([
      [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
    ]);
  });

  it('allows the API to reach public addresses, but not private networks or the cloud metadata service', async () => {
    const blocks = (await policies()).flatMap(({ spec }) => spec.egress ?? []).flatMap(({ to }) => to ?? []);
    const except = blocks.flatMap(({ ipBlock }) => ipBlock?.except ?? []);
    for (const range of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7']) {
      expect(except).toContain(range);
    }
  });

  it('checks liveness at the metrics port, so that an API that waits for its database is not restarted', async () => {
    const [deployment] = parseAllDocuments(await read('deploy/kubernetes/auth-api.yaml')).map(
      (document) =>
        document.toJS() as {
          spec: { template: { spec: { containers: Record<string, { httpGet?: { path: string; port: string } }>[] } } };
        },
    );
    const [container] = deployment?.spec.template.spec.containers ?? [];
    expect(container?.['livenessProbe']?.httpGet).toEqual({ path: '/health/live', port: 'metrics' });
    expect(container?.['startupProbe']?.httpGet).toEqual({ path: '/health/live', port: 'metrics' });
    expect(container?.['readinessProbe']?.httpGet).toEqual({ path: '/health/ready', port: 'http' });
  });

  interface Container {
    readonly env: readonly { readonly name: string; readonly valueFrom?: object }[];
  }
  const containerOf = async (path: string) => {
    const [first] = parseAllDocuments(await read(`deploy/kubernetes/${path}`)).map(
      (document) => document.toJS() as object,
    );
    const job = (first as { spec: { jobTemplate?: object } }).spec.jobTemplate ?? first;
    return (job as { spec: { template: { spec: { containers: [Container] } } } }).spec.template.spec.containers[0];
  };

  interface Deployment {
    readonly spec: {
      readonly selector: object;
      readonly template: { readonly spec: { readonly topologySpreadConstraints?: readonly object[] } };
    };
  }

  it.each(['auth-api.yaml', 'portal.yaml'])('spreads the pods of %s over the nodes', async (path) => {
    const [deployment] = parseAllDocuments(await read(`deploy/kubernetes/${path}`)).map(
      (document) => document.toJS() as Deployment,
    );
    expect(deployment?.spec.template.spec.topologySpreadConstraints).toMatchObject([
      { topologyKey: 'kubernetes.io/hostname', labelSelector: deployment?.spec.selector },
    ]);
  });

  it('ends a migration that hangs, so that it does not block the next release', async () => {
    const job = parse(await read('deploy/kubernetes/migrate.yaml')) as { spec: { activeDeadlineSeconds?: number } };
    expect(job.spec.activeDeadlineSeconds).toBeGreaterThan(0);
  });

  it.each(['migrate.yaml', 'backup.yaml'])('passes the TLS setting of the database to %s', async (path) => {
    const { env } = await containerOf(path);
    const name = namesIn(kustomization, /configMapGenerator:\n {2}- name: (\S+)/g)[0];
    expect(env.find((variable) => variable.name === 'DATABASE_TLS')?.valueFrom).toEqual({
      configMapKeyRef: { name, key: 'DATABASE_TLS', optional: true },
    });
  });

  it('is operated by commands that can be copied from each page, without an alias', async () => {
    const paths = (await readdir(pathOf('docs/operating'), { recursive: true })).filter((path) => path.endsWith('.md'));
    const pages = await Promise.all(paths.map((path) => read(`docs/operating/${path}`)));
    const commands = pages.flatMap((page) =>
      [...page.matchAll(/\bkubectl (?:[^\s`]+ ){2}[^\s`]+/g)].map(([command]) => command),
    );
    expect(commands.length).toBeGreaterThan(20);
    // An overlay names its namespace.
    const complete = /^kubectl (?:-n account-portal |-n monitoring |apply -k |create namespace account-portal$)/;
    expect(commands.filter((command) => !complete.test(command))).toEqual([]);
    for (const page of pages) expect(page).not.toMatch(/\balias \w+=|(?:^ *|`|\$\()k [a-z]/m);
  });

  it('sets only known settings of the API', async () => {
    const names = namesIn(await read('deploy/kubernetes/settings.env'), /^([A-Z0-9_]+)=/gm) as string[];
    expect(names).toContain('TRUSTED_PROXIES');
    expect(names.filter((name) => !(name in Environment.shape))).toEqual([]);
  });
});
