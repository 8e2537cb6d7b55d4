/** @takes 10 s */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addSigningKey } from '../../src/request/auth/signing-keys.ts';
import { explainConnectionError } from '../../src/platform/db/connection-errors.ts';
import { testEnvironment } from '../support/api.ts';
import { startBillingStack, type BillingStack } from '../support/billing-stack.ts';
import { startPostgresRefusingLogins } from '../support/fake-postgres.ts';
import { runCommand } from '../support/programs.ts';
import { listen } from '../support/listen.ts';

let stack: BillingStack;
let settings: Record<string, string>;
beforeAll(async () => {
  stack = await startBillingStack({ runJobs: false });
  const { DATABASE_URL, SIGNING_KEYS_DIR, STRIPE_API_URL, STRIPE_SECRET_KEY } = stack.api.services.settings;
  settings = { ...testEnvironment, DATABASE_URL, SIGNING_KEYS_DIR, STRIPE_API_URL, STRIPE_SECRET_KEY, PORT: '0' };
});
afterAll(() => stack.close());

const billing = (args: readonly string[], overrides: Record<string, string> = {}) =>
  runCommand('src/cli/billing.ts', args, { ...settings, ...overrides });

describe('every command', () => {
  const programs = [
    'src/cli/auth0.ts',
    'src/cli/backup.ts',
    'src/cli/billing.ts',
    'src/cli/keys.ts',
    'src/cli/migrate.ts',
    'src/cli/request.ts',
    'scripts/new-migration.ts',
    'scripts/write-reference.ts',
    'test/cli/backup/run-rehearsal.ts',
  ];

  it.each(programs)('%s prints its usage with --help, and rejects unknown options', async (program) => {
    const [help, wrong] = await Promise.all([runCommand(program, ['--help']), runCommand(program, ['--dry-run'])]);
    expect(help).toEqual({ code: 0, out: expect.stringMatching(/^Usage: /) as string, err: '' });
    expect(wrong).toEqual({ code: 2, out: '', err: `Unknown option '--dry-run'.\n\n${help.out}` });
  });

  it.each([
    ['src/cli/auth0.ts', [], 'A command is required.'],
    ['src/cli/auth0.ts', ['check', 'more'], 'The only command is check.'],
    ['src/cli/backup.ts', [], 'Unknown command or arguments.'],
    ['src/cli/backup.ts', ['create'], 'Unknown command or arguments.'],
    ['src/cli/backup.ts', ['create', 'one', 'two'], 'Unknown command or arguments.'],
    ['src/cli/backup.ts', ['check', 'one', '--replace'], 'Unknown command or arguments.'],
    ['src/cli/backup.ts', ['restore', 'one', '--restarted'], 'Unknown command or arguments.'],
    ['src/cli/backup.ts', ['create', 'one'], 'Set MIGRATION_DATABASE_URL or DATABASE_URL.'],
    ['src/cli/billing.ts', ['rebuild'], 'Unknown command: rebuild.'],
    ['src/cli/billing.ts', ['reconcile', 'evt_1'], 'reconcile takes no arguments'],
    ['src/cli/keys.ts', ['list', 'more'], 'Unknown command or arguments.'],
    ['src/cli/keys.ts', ['retire'], 'Unknown command or arguments.'],
    ['src/cli/keys.ts', ['list', '--delay', '5'], 'Only rotate accepts --purpose and --delay.'],
    ['src/cli/keys.ts', ['retire', 'x', '--purpose', 'api'], 'Only rotate accepts --purpose and --delay.'],
    ['src/cli/keys.ts', ['rotate', '--purpose', 'all'], '--purpose must be one of api, instance, logout, event, link.'],
    ['src/cli/keys.ts', ['rotate', '--delay', 'soon'], '--delay must be a number from 0 to 1440.'],
    ['src/cli/keys.ts', ['list'], 'SIGNING_KEYS_DIR is not set.'],
    ['src/cli/migrate.ts', ['up'], 'This command takes no arguments.'],
    ['src/cli/migrate.ts', ['--retry'], "Option '--retry <value>' argument missing."],
    ['src/cli/migrate.ts', [], 'Set MIGRATION_DATABASE_URL or DATABASE_URL.'],
    ['src/cli/request.ts', [], 'An id is required.'],
    ['src/cli/request.ts', ['1234'], 'The id must be a ULID or a UUID.'],
    ['scripts/new-migration.ts', ['Add-It'], 'The name must be in snake_case'],
    ['scripts/write-reference.ts', ['api'], 'This command takes no arguments.'],
    ['test/cli/backup/run-rehearsal.ts', ['--users', 'many'], 'Each option must be a number greater than 0.'],
  ])('%s rejects %j', async (program, args, reason) => {
    const { code, out, err } = await runCommand(program, args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(reason);
  });
});

describe('the database', () => {
  const databasePrograms = [
    ['src/main.ts', [], 'DATABASE_URL'],
    ['src/cli/billing.ts', ['reconcile'], 'DATABASE_URL'],
    ['src/cli/migrate.ts', [], 'MIGRATION_DATABASE_URL'],
  ] as const;

  /** The error output of each program that needs the database, with this database URL. */
  async function failuresOf(url: string, programs: readonly (typeof databasePrograms)[number][] = databasePrograms) {
    const outcomes = programs.map(async ([program, args, setting]) => {
      const { code, out, err } = await runCommand(program, args, { ...settings, [setting]: url });
      expect([program, code]).toEqual([program, 1]);
      expect(out + err).not.toContain('canary');
      expect(out + err).not.toMatch(/^ +at /m);
      return err.replace(setting, 'SETTING');
    });
    return Promise.all(outcomes);
  }

  it.each([
    ['28P01', 'password authentication failed for user "canary"', 'Check the user and the password in SETTING.'],
    ['28000', 'no pg_hba.conf entry for "canary"', 'Check the user in SETTING and the rules in pg_hba.conf.'],
    ['3D000', 'database "canary" does not exist', 'The database does not exist. Check the name in SETTING'],
  ])('that fails with %s is reported with the setting to check', async (code, message, args) => {
    const postgres = await startPostgresRefusingLogins(code, message);
    const programs = code === '28P01' ? databasePrograms : databasePrograms.slice(2);
    for (const output of await failuresOf(postgres.url, programs)) expect(output).toContain(args);
    await postgres.close();
  });

  it('whose certificate cannot be read is reported with the setting to check, without the path', async () => {
    const url = stack.api.services.settings.DATABASE_URL;
    const [output] = await failuresOf(
      `${url}?sslmode=verify-full&sslrootcert=/canary/ca.pem`,
      databasePrograms.slice(0, 1),
    );
    expect(output).toContain('The database query failed (ENOENT). Check SETTING.');
  });

  it('with an unknown host is reported with the setting to check', async () => {
    const outputs = await failuresOf('postgresql://someone:canary@canary.invalid/canary', databasePrograms.slice(2));
    for (const output of outputs) expect(output).toMatch(/the host(?: and the port)? in SETTING/);
  });

  it('with an unknown host is waited for by the API, because a stopped container has no host name', () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND postgres'), { code: 'ENOTFOUND' });
    expect(explainConnectionError(unknown, 'DATABASE_URL')?.isPermanent).toBe(false);
  });

  it('that is unreachable ends a command with an error', async () => {
    const outputs = await failuresOf('postgresql://someone:canary@127.0.0.1:1/canary', databasePrograms.slice(1));
    for (const output of outputs)
      expect(output).toContain('Check that it is running, and the host and the port in SETTING.');
  });
});

it.each(['src/cli/migrate.ts', 'src/cli/backup.ts'])(
  '%s requires verified TLS for a remote database in production',
  async (program) => {
    const args = program === 'src/cli/backup.ts' ? ['hashes'] : [];
    const environment = { NODE_ENV: 'production', MIGRATION_DATABASE_URL: 'postgresql://p:canary@192.0.2.1/portal' };
    const { code, err } = await runCommand(program, args, environment);
    expect([code, err]).toEqual([2, expect.stringContaining('MIGRATION_DATABASE_URL must have sslmode=verify-full')]);
    expect(err).not.toContain('canary');
  },
);

describe('in production, the error that ends a program', () => {
  const production = { NODE_ENV: 'production', VERSION: '0.1.0' };
  const owner = {
    DATABASE_TLS: 'insecure-private-network',
    MIGRATION_DATABASE_URL: 'postgresql://someone:canary@127.0.0.1:1/canary',
  };

  it.each<[string, string[], Record<string, string>, number, RegExp]>([
    [
      'src/main.ts',
      [],
      {},
      1,
      /^The API can’t start\. These settings are missing or invalid:\n.*DATABASE_URL: is not set/s,
    ],
    ['src/cli/billing.ts', ['reconcile'], {}, 1, /^These settings are missing or invalid:\n/],
    ['src/cli/migrate.ts', [], owner, 1, /^The migrations failed\. The database refused the connection\./],
    ['src/cli/migrate.ts', [], {}, 2, /^Set MIGRATION_DATABASE_URL or DATABASE_URL\.$/],
    ['src/cli/backup.ts', ['hashes'], owner, 1, /^The database refused the connection\./],
    ['src/cli/keys.ts', ['list'], {}, 2, /^SIGNING_KEYS_DIR is not set\.$/],
  ])('of %s %j is one line of the log', async (program, args, environment, expectedCode, body) => {
    const { code, out, err } = await runCommand(program, args, { ...production, ...environment });
    expect([code, out, err.split('\n').length]).toEqual([expectedCode, '', 2]);
    expect(JSON.parse(err)).toMatchObject({
      severity_text: 'FATAL',
      'service.name': 'auth-api',
      'service.version': '0.1.0',
      body: expect.stringMatching(body) as string,
    });
    expect(err).not.toContain('canary');
  });
});

it('in production, invalid arguments are reported as text with the usage', async () => {
  const [help, wrong] = await Promise.all([
    runCommand('src/cli/keys.ts', ['--help']),
    runCommand('src/cli/keys.ts', ['list', 'more'], { NODE_ENV: 'production' }),
  ]);
  expect(wrong).toEqual({ code: 2, out: '', err: `Unknown command or arguments.\n\n${help.out}` });
});

describe('the API', () => {
  it('that cannot listen names the setting to check', async () => {
    const blocker = createServer();
    const port = await listen(blocker);
    const [samePort, unknownHost] = await Promise.all([
      runCommand('src/main.ts', [], { ...settings, PORT: String(port) }),
      runCommand('src/main.ts', [], { ...settings, HOST: '192.0.2.1' }),
    ]);
    blocker.close();
    expect([samePort.code, unknownHost.code]).toEqual([1, 1]);
    expect(samePort.err).toContain('The port is already in use. Change PORT');
    expect(unknownHost.err).toContain('Check HOST, which must be an address of this machine');
  });
});

describe('the billing command', () => {
  it('names an unknown event', async () => {
    const { code, out, err } = await billing(['replay', 'evt_unknown']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('Unknown events: evt_unknown.');
  });

  it('names the missing settings', async () => {
    const { code, err } = await billing(['reconcile'], { STRIPE_SECRET_KEY: '', DATABASE_URL: '' });
    expect(code).toBe(1);
    expect(err).toMatch(/DATABASE_URL: is not set.*STRIPE_SECRET_KEY: is not set/s);
  });

  it('reports that Stripe rejects the key or is unreachable', async () => {
    const [rejected, unreachable] = await Promise.all([
      billing(['reconcile'], { STRIPE_SECRET_KEY: 'sk_test_canary' }),
      billing(['reconcile'], { STRIPE_API_URL: 'http://127.0.0.1:1' }),
    ]);
    const err = 'Stripe responded with 401: it rejected the API key. Check STRIPE_SECRET_KEY.\n';
    expect(rejected).toEqual({ code: 1, out: '', err });
    expect(unreachable.code).toBe(1);
    expect(unreachable.err).toContain('Stripe is unreachable or timed out. Check STRIPE_API_URL');
  });

  it('reports what it did', async () => {
    expect(await billing(['reconcile'])).toEqual({
      code: 0,
      out: 'Compared 0 accounts with Stripe; 0 differed.\n',
      err: '',
    });
  });
});

describe('the keys command', () => {
  it('names the folder without keys', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signing-keys-'));
    const none = await runCommand('src/cli/keys.ts', ['list'], { SIGNING_KEYS_DIR: folder });
    expect(none).toEqual({ code: 0, out: `There are no keys in ${folder} yet.\n`, err: '' });
    const unknown = await runCommand('src/cli/keys.ts', ['retire', 'unknown'], { SIGNING_KEYS_DIR: folder });
    expect(unknown).toEqual({ code: 1, out: '', err: `There is no key unknown in ${folder}.\n` });
    await rm(folder, { recursive: true });
  });

  it('retires a key, and says how long processes still accept it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signing-keys-'));
    await addSigningKey(folder, 'api');
    const kid = await addSigningKey(folder, 'api');
    expect(await runCommand('src/cli/keys.ts', ['retire', kid], { SIGNING_KEYS_DIR: folder })).toEqual({
      code: 0,
      out: `${kid} is retired. Within 2 seconds, every process that reads this folder rejects what it signed.\n`,
      err: '',
    });
    await rm(folder, { recursive: true });
  });

  it('creates a key that signs only after every replica has loaded it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signing-keys-'));
    const keys = async (...args: string[]) =>
      (await runCommand('src/cli/keys.ts', args, { SIGNING_KEYS_DIR: folder })).out.trim();
    const [first = ''] = (await keys('rotate', '--purpose', 'link')).split(' ');
    const [later = '', ...message] = (await keys('rotate', '--purpose', 'link', '--delay', '60')).split(' ');
    expect(message.join(' ')).toBe(`starts signing in 60 minutes. Still accepted: ${first}.`);
    expect(await keys('list')).toBe(`${first} (signing)\n${later}`);
    expect(await keys('rotate', '--purpose', 'link', '--delay', '1')).toContain('starts signing in 1 minute.');
    await rm(folder, { recursive: true });
  });

  it('rotates the keys of every purpose or of one, and creates the mailbox secret once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signing-keys-'));
    const keys = async (...args: string[]) =>
      (await runCommand('src/cli/keys.ts', args, { SIGNING_KEYS_DIR: folder })).out.trim().split('\n');
    const first = await keys('rotate');
    expect(first.map((line) => line.replace(/-[0-9A-Z]{26}/, ''))).toEqual([
      ...['api', 'instance', 'logout', 'event', 'link'].map(
        (name) => `${name} starts signing in a few seconds. Still accepted: none.`,
      ),
      'mailbox-secret is created. Keep a copy of it for good.',
    ]);
    const kids = first.slice(0, 5).map((line) => line.split(' ')[0] ?? '');
    const secret = await readFile(join(folder, 'mailbox-secret'), 'utf8');
    const [rotated = '', ...more] = await keys('rotate', '--purpose', 'instance');
    expect([rotated.replace(/^instance-\S+/, ''), more]).toEqual([
      ` starts signing in a few seconds. Still accepted: ${kids[1]}.`,
      [],
    ]);
    expect(await keys('list')).toEqual([
      `${kids[0]} (signing)`,
      `${kids[1]} (signing)`,
      rotated.split(' ')[0],
      `${kids[2]} (signing)`,
      `${kids[3]} (signing)`,
      `${kids[4]} (signing)`,
    ]);
    expect(await readFile(join(folder, 'mailbox-secret'), 'utf8')).toBe(secret);
    await rm(folder, { recursive: true });
  });
});
