import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Environment } from '../src/settings/environment.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const read = (path: string) => readFile(pathOf(path), 'utf8');

let compose: string;
let page: string;
beforeAll(async () => {
  [compose, page] = await Promise.all([read('docker-compose.yml'), read('docs/operating.md')]);
});

const serviceIn = (name: string) => new RegExp(`^  ${name}:\n(?:(?: {4}.*)?\n)+`, 'm').exec(compose)?.[0] ?? '';
const namesIn = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))];
const environmentOf = (service: string) => namesIn(serviceIn(service), /^ {6}([A-Z][A-Z0-9_]*):/gm);

describe('docker-compose.yml', () => {
  it('gives the API only settings that it has, and every other one from a file', () => {
    const given = environmentOf('auth-api').map((name = '') => name.replace(/_FILE$/, ''));
    expect(given).toContain('DATABASE_URL');
    // These are of OpenTelemetry's own exporter.
    const others = given.filter((name) => !name.startsWith('OTEL_'));
    expect(others.filter((name) => !(name in Environment.shape))).toEqual([]);
    expect(serviceIn('auth-api')).toContain('env_file: [{ path: auth-api.env, required: false }]');
  });

  it('gives Caddy what the portal is told, but for what differs only outside of compose', async () => {
    const [caddyfile, config] = await Promise.all([read('deploy/Caddyfile'), read('deploy/config.json.template')]);
    const asked = [...namesIn(caddyfile, /\{\$([A-Z_]+)/g), ...namesIn(config, /env "([A-Z_]+)"/g)];
    const given = environmentOf('portal');
    expect(given).toContain('AUTH_API_SITE');
    const missing = asked.filter((name) => !given.includes(name));
    expect(missing.sort()).toEqual(['AUTH_API_UPSTREAMS', 'CADDY_DATA', 'HEALTH_PORT', 'PORTAL_DIR']);
    for (const name of asked) expect(page).toContain(`\`${name}\``);
  });

  it('asks its operator for nothing that no page tells of', () => {
    const told = (name: string) => page.includes(`\`${name}\``) || name.replace(/_FILE$/, '') in Environment.shape;
    const asked = namesIn(compose, /(?<!\$)\$\{([A-Z0-9_]+)/g) as string[];
    expect(asked).toContain('BACKUPS');
    expect(asked.filter((name) => !told(name))).toEqual([]);
  });
});

it('Caddy looks for other replicas again before it gives a request up', async () => {
  const caddyfile = await read('deploy/Caddyfile');
  const secondsOf = (directive: string) => Number(new RegExp(`${directive} (\\d+)s`).exec(caddyfile)?.[1]);
  expect(secondsOf('refresh')).toBeLessThan(secondsOf('lb_try_duration'));
});

describe('deploy/kubernetes', () => {
  let kustomization: string;
  let manifests: string[];
  beforeAll(async () => {
    kustomization = await read('deploy/kubernetes/kustomization.yaml');
    manifests = (await readdir(pathOf('deploy/kubernetes'))).filter((name) => /(?<!^kustomization)\.yaml$/.test(name));
  });

  it('is made of every manifest that is there', () => {
    expect(manifests).toContain('backup.yaml');
    expect(namesIn(kustomization, /^ {2}- (\S+\.yaml)$/gm).toSorted()).toEqual(manifests.toSorted());
  });

  it('has a version for every image that it runs', async () => {
    const all = (await Promise.all(manifests.map((name) => read(`deploy/kubernetes/${name}`)))).join('');
    const versioned = namesIn(kustomization, /- name: (\S+)\n {4}newTag: \d/g);
    expect(namesIn(all, /image: (\S+)/g).toSorted()).toEqual(versioned.toSorted());
  });

  it('sets only what the API has', async () => {
    const names = namesIn(await read('deploy/kubernetes/settings.env'), /^([A-Z0-9_]+)=/gm) as string[];
    expect(names).toContain('TRUSTED_PROXIES');
    expect(names.filter((name) => !(name in Environment.shape))).toEqual([]);
  });
});
