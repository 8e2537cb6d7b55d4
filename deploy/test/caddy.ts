import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@portal/local-postgres';

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Starts Caddy with the files of a deployment and these settings, and runs `use` with the URL of the portal. */
export async function withCaddy<T>(
  settings: Readonly<Record<string, string>>,
  use: (portalUrl: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-settings-'));
  await cp(pathOf('config.json.template'), path.join(folder, 'config.json'));
  await cp(pathOf('security.txt.template'), path.join(folder, '.well-known/security.txt'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Portal</title>');
  const [portal = 0, health = 0, metrics = 0] = await Promise.all([1, 2, 3].map(() => freePort()));
  const caddy = spawn('caddy', ['run', '--config', pathOf('Caddyfile'), '--adapter', 'caddyfile'], {
    env: {
      ...{ PATH: process.env['PATH'], HOME: folder, CADDY_DATA: folder, PORTAL_DIR: folder },
      ...{ PORTAL_SITE: `:${portal}`, AUTH_API_UPSTREAMS: 'to 127.0.0.1:1' },
      ...{ HEALTH_PORT: String(health), CADDY_METRICS_PORT: String(metrics) },
      ...settings,
    },
    stdio: 'ignore',
  });
  const exited = new Promise((resolve) => caddy.once('close', resolve));
  try {
    const url = `http://127.0.0.1:${portal}`;
    const isReady = () =>
      fetch(`${url}/health`).then(
        () => true,
        () => false,
      );
    for (let attempt = 0; attempt < 100 && !(await isReady()); attempt++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    return await use(url);
  } finally {
    caddy.kill();
    await exited;
    await rm(folder, { recursive: true });
  }
}
