import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@portal/local-postgres';
import { startUnleashed } from './unleashed.ts';

const caddyfile = fileURLToPath(new URL('../../../../deploy/Caddyfile', import.meta.url));

export interface Proxy {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The proxy of a deployment, by its own configuration file, before replicas on these ports of this machine. */
export async function startProxy(caddy: string, ports: readonly number[], at?: number): Promise<Proxy> {
  const data = await mkdtemp(join(tmpdir(), 'caddy-'));
  const [freePort, portalPort, healthPort] = await freePorts(3);
  const port = at ?? freePort;
  const url = `http://127.0.0.1:${port ?? 0}`;
  const listens = () =>
    fetch(`http://127.0.0.1:${healthPort ?? 0}`).then(
      ({ ok }) => ok,
      () => false,
    );
  const running = await startUnleashed({
    program: caddy,
    words: ['run', '--config', caddyfile, '--adapter', 'caddyfile'],
    env: {
      ...process.env,
      HOME: data,
      CADDY_DATA: data,
      HEALTH_PORT: String(healthPort),
      PORTAL_SITE: `:${portalPort ?? 0}`,
      AUTH_API_SITE: `:${port ?? 0}`,
      PORTAL_URL: `http://127.0.0.1:${portalPort ?? 0}`,
      AUTH_API_URL: url,
      AUTH_API_UPSTREAMS: `to ${ports.map((each) => `127.0.0.1:${each}`).join(' ')}`,
    },
    listens,
  });
  return {
    url,
    pid: running.pid,
    async stop() {
      await running.stop('SIGTERM');
      await rm(data, { recursive: true });
    },
  };
}

/** Different ports that nobody uses. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
