import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '../support/free-ports.ts';
import { startExternalProcess } from './external-process.ts';

export const caddyfile = fileURLToPath(new URL('../../../deploy/Caddyfile', import.meta.url));

export interface Caddy {
  readonly url: string;
  readonly pid: number;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

interface CaddyOptions {
  readonly fixedPort?: number;
}

/** Starts Caddy with the Caddyfile of the deployment, as a proxy for replicas on these local ports. */
export async function startCaddy(
  program: string,
  upstreamPorts: readonly number[],
  { fixedPort }: CaddyOptions = {},
): Promise<Caddy> {
  const dataDir = await mkdtemp(join(tmpdir(), 'caddy-'));
  const [freePort = 0, portalPort = 0, healthPort = 0, metricsPort = 0] = await freePorts(4);
  const port = fixedPort ?? freePort;
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`http://127.0.0.1:${healthPort}`).then(
      ({ ok }) => ok,
      () => false,
    );
  const running = await startExternalProcess({
    program,
    args: ['run', '--config', caddyfile, '--adapter', 'caddyfile'],
    env: {
      ...process.env,
      HOME: dataDir,
      CADDY_DATA: dataDir,
      HEALTH_PORT: String(healthPort),
      CADDY_METRICS_PORT: String(metricsPort),
      PORTAL_SITE: `:${portalPort}`,
      AUTH_API_SITE: `:${port}`,
      PORTAL_URL: `http://127.0.0.1:${portalPort}`,
      AUTH_API_URL: url,
      AUTH_API_UPSTREAMS: `to ${upstreamPorts.map((each) => `127.0.0.1:${each}`).join(' ')}`,
    },
    isReady,
  });
  const end = async (signal: NodeJS.Signals) => {
    await running.stop(signal);
    await rm(dataDir, { recursive: true });
  };
  return { url, pid: running.pid, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
