import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

const read = (path: string) => readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

interface Rule {
  readonly to?: readonly object[];
  readonly ports: readonly { readonly port: number }[];
}
interface NetworkPolicy {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly egress?: readonly Rule[] };
}

// Source: the manifests of NodeLocal DNSCache (169.254.20.10, port 53) and of OpenShift's DNS operator (pods at port 5353).
it('the network policies allow the DNS of the cluster, of the node and of OpenShift', async () => {
  const policies = parseAllDocuments(await read('deploy/kubernetes/network.yaml')).map(
    (document) => document.toJS() as NetworkPolicy,
  );
  const rules = policies.find(({ metadata }) => metadata.name === 'database-clients')?.spec.egress ?? [];
  const peersAt = (wanted: number) =>
    rules.filter(({ ports }) => ports.some(({ port }) => port === wanted)).flatMap(({ to }) => to ?? []);
  const namespace = (name: string) => ({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } });
  expect(peersAt(53)).toEqual([
    { ...namespace('kube-system'), podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } },
    { ipBlock: { cidr: '169.254.20.10/32' } },
  ]);
  expect(peersAt(5_353)).toEqual([namespace('openshift-dns')]);
  // The overlays of operators replace the rule of the database by its place.
  expect(rules[1]?.ports).toContainEqual({ port: 5_432 });
});

it('the images listen on IPv4 and IPv6', async () => {
  const dockerfile = await read('Dockerfile');
  expect(dockerfile).toContain(' HOST=:: ');
  expect(dockerfile).toContain('ENV CADDY_METRICS_HOST=[::]');
  // A site without an address listens on all. Only the metrics are bound to one.
  expect((await read('deploy/Caddyfile')).match(/\bbind .*/g)).toEqual(['bind {$CADDY_METRICS_HOST:127.0.0.1}']);
});

it('Caddy passes on the address of a client only from trusted proxies, and the API knows the same ones', async () => {
  expect(await read('deploy/Caddyfile')).toContain('trusted_proxies {$TRUSTED_PROXY_RANGES}');
  const { services } = parse(await read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, { environment: object }>;
  };
  for (const name of ['auth-api', 'portal']) expect(services[name]?.environment).toHaveProperty('TRUSTED_PROXY_RANGES');
});

// Source: Docker's documentation of bind mounts. Without SELinux, the option does nothing.
it.each(['docker-compose.yml', 'deploy/archive/compose.yml', 'deploy/monitoring/compose.yml'])(
  '%s labels the folders of the machine for SELinux',
  async (file) => {
    const { services } = parse(await read(file), { merge: true }) as {
      services: Record<string, { volumes?: readonly string[] }>;
    };
    const mounts = Object.values(services).flatMap(({ volumes = [] }) => volumes);
    const folders = mounts.filter((mount) => /^(?:\.\/|\$\{)/.test(mount));
    expect(folders.length).toBeGreaterThan(0);
    expect(folders.filter((mount) => !/[:,]z$/.test(mount))).toEqual([]);
  },
);
