import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../deploy/make-secrets.mjs', import.meta.url));
const fromOutside = ['auth0_client_secret', 'smtp_url', 'stripe_secret_key', 'stripe_webhook_secrets'];

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'secrets-'));
});
afterEach(() => rm(base, { recursive: true }));

const setUp = (environment: Record<string, string> = {}) =>
  new Promise<{ code: number; err: string }>((resolve) => {
    const keys = join(process.env['TEST_PROGRAMS_DIR'] ?? '', 'keys.js');
    const env = { ...process.env, SECRETS_BASE: base, KEYS_PROGRAM: keys, ...environment };
    execFile(process.execPath, [program], { env }, (error, _out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, err }),
    );
  });

const putSecretsFromOutside = async () => {
  await mkdir(join(base, 'api-secrets'), { recursive: true });
  for (const name of fromOutside) await writeFile(join(base, 'api-secrets', name), 'x', { mode: 0o644 });
};

/** Every file and folder below, with its mode and, where this process may give files to others, its owner. */
async function modes() {
  const names = (await readdir(base, { recursive: true })).toSorted();
  const isRoot = process.getuid?.() === 0;
  const found = names.map(async (name) => {
    const { mode, uid } = await stat(join(base, name));
    return [name, `${(mode & 0o777).toString(8)}${isRoot ? ` of ${uid}` : ''}`] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

const of = (mode: string, uid: number) => (process.getuid?.() === 0 ? `${mode} of ${uid}` : mode);

describe('setup', () => {
  it('lets nobody but the user who reads a secret read it, whoever put it there', async () => {
    await putSecretsFromOutside();
    expect(await setUp()).toEqual({ code: 0, err: '' });
    const found = await modes();
    const [key = ''] = await readdir(join(base, 'api-secrets/keys'));
    const expected = {
      'owner-secrets': of('700', 999),
      ...Object.fromEntries(
        ['owner_password', 'owner_url', 'api_password'].map((name) => [`owner-secrets/${name}`, of('400', 999)]),
      ),
      'api-secrets': of('700', 1000),
      'api-secrets/keys': of('700', 1000),
      [`api-secrets/keys/${key}`]: of('400', 1000),
      ...Object.fromEntries([...fromOutside, 'database_url'].map((name) => [`api-secrets/${name}`, of('400', 1000)])),
    };
    expect(found).toEqual(expected);
  });

  it('changes no secret when it runs again', async () => {
    await putSecretsFromOutside();
    await setUp();
    const url = () => readFile(join(base, 'api-secrets/database_url'), 'utf8');
    const [before, keys] = [await url(), await readdir(join(base, 'api-secrets/keys'))];
    expect(await setUp()).toEqual({ code: 0, err: '' });
    expect(await url()).toBe(before);
    expect(await readdir(join(base, 'api-secrets/keys'))).toEqual(keys);
  });

  it('names the secrets that a deployment has to be given', async () => {
    const { code, err } = await setUp();
    expect(code).toBe(1);
    for (const name of fromOutside) expect(err).toContain(name);
  });

  it('makes all of them for a playground, and tells the stand-ins', async () => {
    expect(await setUp({ PLAYGROUND: 'true' })).toEqual({ code: 0, err: '' });
    expect((await readdir(join(base, 'local-secrets'))).toSorted()).toEqual(['analytics_flags_key', ...fromOutside]);
    expect((await modes())['local-secrets/stripe_secret_key']).toBe(of('400', 1000));
  });

  it('turns no deployment into a playground, and no playground into a deployment', async () => {
    await putSecretsFromOutside();
    await setUp();
    const deployment = await setUp({ PLAYGROUND: 'true' });
    expect([deployment.code, deployment.err]).toEqual([
      1,
      expect.stringContaining('secrets of a deployment, not of a playground'),
    ]);
    await rm(base, { recursive: true });
    await mkdir(base);
    await setUp({ PLAYGROUND: 'true' });
    const playground = await setUp();
    expect([playground.code, playground.err]).toEqual([
      1,
      expect.stringContaining('secrets of a playground, not of a deployment'),
    ]);
  });
});
