import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../make-secrets.mjs', import.meta.url));
const keysProgram = fileURLToPath(new URL('../../apps/auth-api/dist/keys.js', import.meta.url));
const externalSecrets = ['auth0_client_secret', 'smtp_url', 'stripe_secret_key', 'stripe_webhook_secrets'];

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'secrets-'));
});
afterEach(() => rm(base, { recursive: true }));

const runSetup = (environment: Record<string, string> = {}) =>
  new Promise<{ code: number; err: string }>((resolve) => {
    const env = { ...process.env, SECRETS_BASE: base, KEYS_PROGRAM: keysProgram, ...environment };
    execFile(process.execPath, [program], { env }, (error, _out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, err }),
    );
  });

const writeExternalSecrets = async () => {
  await mkdir(join(base, 'api-secrets'), { recursive: true });
  for (const name of externalSecrets) await writeFile(join(base, 'api-secrets', name), 'x', { mode: 0o644 });
};

/** The mode of every file and folder. If the tests run as root, who can change owners, also its owner. */
async function readModes() {
  const names = (await readdir(base, { recursive: true })).toSorted();
  const isRoot = process.getuid?.() === 0;
  const found = names.map(async (name) => {
    const { mode, uid } = await stat(join(base, name));
    return [name, `${(mode & 0o777).toString(8)}${isRoot ? ` of ${uid}` : ''}`] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

const expectedMode = (mode: string, uid: number) => (process.getuid?.() === 0 ? `${mode} of ${uid}` : mode);

describe('the setup', () => {
  it('makes each secret readable only by the user whose program reads it, no matter who created it', async () => {
    await writeExternalSecrets();
    expect(await runSetup()).toEqual({ code: 0, err: '' });
    const found = await readModes();
    const keys = await readdir(join(base, 'api-secrets/keys'));
    expect(keys.map((name) => name.replace(/-[0-9A-Z]{26}\.json$/, '')).toSorted()).toEqual([
      'api',
      'event',
      'instance',
      'link',
      'logout',
      'mailbox-secret',
    ]);
    const expected = {
      'owner-secrets': expectedMode('700', 999),
      ...Object.fromEntries(
        ['owner_password', 'owner_url', 'api_password'].map((name) => [
          `owner-secrets/${name}`,
          expectedMode('400', 999),
        ]),
      ),
      'api-secrets': expectedMode('700', 1000),
      'api-secrets/keys': expectedMode('700', 1000),
      ...Object.fromEntries(keys.map((key) => [`api-secrets/keys/${key}`, expectedMode('400', 1000)])),
      ...Object.fromEntries(
        [...externalSecrets, 'database_url'].map((name) => [`api-secrets/${name}`, expectedMode('400', 1000)]),
      ),
    };
    expect(found).toEqual(expected);
  });

  it('keeps all secrets when it runs again', async () => {
    await writeExternalSecrets();
    await runSetup();
    const url = () => readFile(join(base, 'api-secrets/database_url'), 'utf8');
    const [before, keys] = [await url(), await readdir(join(base, 'api-secrets/keys'))];
    expect(await runSetup()).toEqual({ code: 0, err: '' });
    expect(await url()).toBe(before);
    expect(await readdir(join(base, 'api-secrets/keys'))).toEqual(keys);
  });

  it('lists the secrets that a deployment must provide', async () => {
    const { code, err } = await runSetup();
    expect(code).toBe(1);
    for (const name of externalSecrets) expect(err).toContain(name);
  });

  it('creates all secrets for a playground, and shares them with the emulators', async () => {
    expect(await runSetup({ PLAYGROUND: 'true' })).toEqual({ code: 0, err: '' });
    expect((await readdir(join(base, 'local-secrets'))).toSorted()).toEqual([
      'analytics_flags_key',
      ...externalSecrets,
    ]);
    expect((await readModes())['local-secrets/stripe_secret_key']).toBe(expectedMode('400', 1000));
  });

  it('never turns a deployment into a playground, or a playground into a deployment', async () => {
    await writeExternalSecrets();
    await runSetup();
    const deployment = await runSetup({ PLAYGROUND: 'true' });
    expect([deployment.code, deployment.err]).toEqual([
      1,
      expect.stringContaining('secrets of a deployment, not of a playground'),
    ]);
    await rm(base, { recursive: true });
    await mkdir(base);
    await runSetup({ PLAYGROUND: 'true' });
    const playground = await runSetup();
    expect([playground.code, playground.err]).toEqual([
      1,
      expect.stringContaining('secrets of a playground, not of a deployment'),
    ]);
  });
});
