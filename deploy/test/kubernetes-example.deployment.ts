import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';

// `npm run test:deployment` runs this test: it needs kubectl.

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

describe('the rendered example', () => {
  const example = fileURLToPath(new URL('../kubernetes-example', import.meta.url));
  let resources: Resource[];
  beforeAll(async () => {
    const { stdout } = await promisify(execFile)('kubectl', ['kustomize', example]);
    resources = parseAllDocuments(stdout).map((document) => document.toJS() as Resource);
  });
  const text = (kind: string, name: string) =>
    JSON.stringify(resources.find((each) => each.kind === kind && each.metadata.name === name) ?? null);

  it('has the host names of the overlay everywhere', () => {
    const all = JSON.stringify(resources.filter(({ kind }) => kind !== 'PrometheusRule'));
    expect(all).toContain('portal.example.org');
    expect(all).not.toMatch(/(portal|auth-api|app|www)\.example\.com/);
  });

  it('has routes instead of the Ingress, and lets only the gateway reach the API', () => {
    expect(resources.map(({ kind }) => kind)).not.toContain('Ingress');
    expect(resources.filter(({ kind }) => kind === 'HTTPRoute')).toHaveLength(2);
    for (const name of ['portal', 'auth-api']) {
      expect(text('NetworkPolicy', name)).toContain('gateway-system');
      expect(text('NetworkPolicy', name)).not.toContain('ingress-nginx');
    }
  });

  it('gives each client of the database the certificate, not the key, of its authority', () => {
    for (const [kind, name] of [
      ['Deployment', 'auth-api'],
      ['Job', 'migrate'],
      ['CronJob', 'backup'],
    ] as const) {
      expect(text(kind, name)).toContain('"items":[{"key":"ca.crt","path":"ca.crt"}]');
      expect(text(kind, name)).toContain('"mountPath":"/run/database-ca"');
    }
    expect(text('NetworkPolicy', 'database-clients')).toContain('"cnpg.io/cluster":"database"');
  });

  it('gives the API a folder for each version of the legal documents', () => {
    const documents = resources.find(({ metadata }) => metadata.name.startsWith('legal-'))?.metadata.name ?? '';
    // The name changes with the content, so that a change starts new pods.
    expect(documents).toMatch(/^legal-2026-01-01-\w+$/);
    expect(text('ConfigMap', documents)).toContain('"01-terms-of-service.md":"# Terms of Service');
    expect(text('Deployment', 'auth-api')).toContain(`"configMap":{"name":"${documents}"}`);
    expect(text('Deployment', 'auth-api')).toContain('"mountPath":"/srv/legal/2026-01-01"');
  });

  it('has the dashboard', () => {
    expect(text('ConfigMap', 'account-portal-dashboard')).toContain('Use of the error budget');
  });

  it('exposes the metrics of Caddy to Prometheus', () => {
    expect(text('Deployment', 'portal')).toContain('{"containerPort":2021,"name":"metrics"}');
    expect(text('NetworkPolicy', 'portal-metrics')).toContain('2021');
    expect(text('NetworkPolicy', 'portal-metrics')).toContain('"kubernetes.io/metadata.name":"monitoring"');
  });
});
