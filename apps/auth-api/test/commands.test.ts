/** @takes 10 s */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionFault } from '../src/database/connection-fault.ts';
import { testEnvironment } from './support/api.ts';
import { startBillingStack, type BillingStack } from './support/billing-stack.ts';
import { startRefusingPostgres } from './support/refusing-postgres.ts';
import { runCommand } from './support/run-command.ts';

let stack: BillingStack;
let settings: Record<string, string>;
beforeAll(async () => {
  stack = await startBillingStack({ worksOnJobs: false });
  const { DATABASE_URL, SIGNING_KEYS_DIR, STRIPE_API_URL, STRIPE_SECRET_KEY } = stack.api.services.settings;
  settings = { ...testEnvironment, DATABASE_URL, SIGNING_KEYS_DIR, STRIPE_API_URL, STRIPE_SECRET_KEY, PORT: '0' };
});
afterAll(() => stack.close());

const billing = (words: readonly string[], more: Record<string, string> = {}) =>
  runCommand('src/billing.ts', words, { ...settings, ...more });

describe('every command', () => {
  const programs = [
    'src/backup.ts',
    'src/billing.ts',
    'src/keys.ts',
    'src/migrate.ts',
    'scripts/new-migration.ts',
    'scripts/write-reference.ts',
    'test/backup/run-rehearsal.ts',
    'test/faults/run-faults.ts',
  ];

  it.each(programs)('%s tells its usage when asked, and refuses options that it does not know', async (program) => {
    const [help, wrong] = await Promise.all([runCommand(program, ['--help']), runCommand(program, ['--dry-run'])]);
    expect(help).toEqual({ code: 0, out: expect.stringMatching(/^Usage: /) as string, err: '' });
    expect(wrong).toEqual({ code: 2, out: '', err: `Unknown option '--dry-run'.\n\n${help.out}` });
  });

  it.each([
    ['src/backup.ts', [], 'That is not what it can do.'],
    ['src/backup.ts', ['make'], 'That is not what it can do.'],
    ['src/backup.ts', ['make', 'one', 'two'], 'That is not what it can do.'],
    ['src/backup.ts', ['check', 'one', '--over-rows'], 'That is not what it can do.'],
    ['src/backup.ts', ['make', 'one'], 'Neither MIGRATION_DATABASE_URL nor DATABASE_URL is set.'],
    ['src/billing.ts', ['rebuild'], 'There is no command rebuild.'],
    ['src/billing.ts', ['reconcile', 'evt_1'], 'reconcile takes nothing more'],
    ['src/keys.ts', ['list', 'more'], 'That is not what it can do.'],
    ['src/keys.ts', ['retire'], 'That is not what it can do.'],
    ['src/keys.ts', ['list', '--signs-in', '5'], 'Only rotate takes --signs-in.'],
    ['src/keys.ts', ['rotate', '--signs-in', 'soon'], '--signs-in takes a number up to 1440.'],
    ['src/keys.ts', ['list'], 'SIGNING_KEYS_DIR is not set.'],
    ['src/migrate.ts', ['up'], 'It takes no words.'],
    ['src/migrate.ts', ['--retry'], "Option '--retry <value>' argument missing."],
    ['src/migrate.ts', [], 'Neither MIGRATION_DATABASE_URL nor DATABASE_URL is set.'],
    ['scripts/new-migration.ts', ['Add-It'], 'A migration is named in lower case'],
    ['scripts/write-reference.ts', ['api'], 'It takes no words.'],
    ['test/backup/run-rehearsal.ts', ['--users', 'many'], 'Each option takes a number.'],
    ['test/faults/run-faults.ts', ['--only', 'thatneverwas'], 'There is no scenario with these words.'],
  ])('%s refuses %j', async (program, words, why) => {
    const { code, out, err } = await runCommand(program, words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(why);
  });
});

describe('the database', () => {
  const asks = [
    ['src/main.ts', [], 'DATABASE_URL'],
    ['src/billing.ts', ['reconcile'], 'DATABASE_URL'],
    ['src/migrate.ts', [], 'MIGRATION_DATABASE_URL'],
  ] as const;

  /** What each program says that needs the database of this address. */
  async function tellingOf(url: string, programs: readonly (typeof asks)[number][] = asks) {
    const outcomes = programs.map(async ([program, words, setting]) => {
      const { code, out, err } = await runCommand(program, words, { ...settings, [setting]: url });
      expect([program, code]).toEqual([program, 1]);
      expect(out + err).not.toContain('canary');
      expect(out + err).not.toMatch(/^ +at /m);
      return err.replace(setting, 'SETTING');
    });
    return Promise.all(outcomes);
  }

  it.each([
    ['28P01', 'password authentication failed for user "canary"', 'Check the user and the password in SETTING.'],
    ['28000', 'no pg_hba.conf entry for "canary"', 'Check the user in SETTING, and whom its pg_hba.conf lets in.'],
    ['3D000', 'database "canary" does not exist', 'There is no database of that name. Check the name in SETTING'],
  ])('that answers %s is told by the setting to look at', async (code, message, words) => {
    const postgres = await startRefusingPostgres(code, message);
    const programs = code === '28P01' ? asks : asks.slice(2);
    for (const said of await tellingOf(postgres.url, programs)) expect(said).toContain(words);
    await postgres.close();
  });

  it('whose certificate can’t be read is told by the setting to look at, without where it should be', async () => {
    const url = stack.api.services.settings.DATABASE_URL;
    const [said] = await tellingOf(`${url}?sslmode=verify-full&sslrootcert=/canary/ca.pem`, asks.slice(0, 1));
    expect(said).toContain('The database can’t be asked (ENOENT). Check SETTING.');
  });

  it('whose host is not known is told by the setting to look at', async () => {
    const telling = await tellingOf('postgresql://someone:canary@canary.invalid/canary', asks.slice(2));
    for (const said of telling) expect(said).toMatch(/the host(?: and the port)? in SETTING/);
  });

  it('whose host is not known is waited for by the API, for where containers run it may only be stopped', () => {
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND postgres'), { code: 'ENOTFOUND' });
    expect(connectionFault(unknown, 'DATABASE_URL')?.isLasting).toBe(false);
  });

  it('that is not there ends a command, and says so', async () => {
    const telling = await tellingOf('postgresql://someone:canary@127.0.0.1:1/canary', asks.slice(1));
    for (const said of telling) expect(said).toContain('Check that it runs, and the host and the port in SETTING.');
  });
});

it.each(['src/migrate.ts', 'src/backup.ts'])(
  '%s refuses in production a database on another machine without TLS that verifies it',
  async (program) => {
    const words = program === 'src/backup.ts' ? ['hashes'] : [];
    const environment = { NODE_ENV: 'production', MIGRATION_DATABASE_URL: 'postgresql://p:canary@192.0.2.1/portal' };
    const { code, err } = await runCommand(program, words, environment);
    expect([code, err]).toEqual([2, expect.stringContaining('MIGRATION_DATABASE_URL must have sslmode=verify-full')]);
    expect(err).not.toContain('canary');
  },
);

describe('the API', () => {
  it('that can’t listen says by which setting', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const [sameport, nowhere] = await Promise.all([
      runCommand('src/main.ts', [], { ...settings, PORT: String(port) }),
      runCommand('src/main.ts', [], { ...settings, HOST: '192.0.2.1' }),
    ]);
    taken.close();
    expect([sameport.code, nowhere.code]).toEqual([1, 1]);
    expect(sameport.err).toContain('Another program listens there already. Check PORT');
    expect(nowhere.err).toContain('Check HOST, which has to be an address of this machine');
  });
});

describe('the billing command', () => {
  it('names an event that it does not know', async () => {
    const { code, out, err } = await billing(['replay', 'evt_thatneverwas']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('No such event was kept: evt_thatneverwas.');
  });

  it('names the settings that are missing', async () => {
    const { code, err } = await billing(['reconcile'], { STRIPE_SECRET_KEY: '', DATABASE_URL: '' });
    expect(code).toBe(1);
    expect(err).toMatch(/DATABASE_URL: is not set.*STRIPE_SECRET_KEY: is not set/s);
  });

  it('says that Stripe refuses the key, or can’t be reached', async () => {
    const [refused, away] = await Promise.all([
      billing(['reconcile'], { STRIPE_SECRET_KEY: 'sk_test_canary' }),
      billing(['reconcile'], { STRIPE_API_URL: 'http://127.0.0.1:1' }),
    ]);
    expect(refused).toEqual({ code: 1, out: '', err: 'Stripe refuses the key. Check STRIPE_SECRET_KEY.\n' });
    expect(away.code).toBe(1);
    expect(away.err).toContain('Stripe can’t be reached, or does not answer in time. Check STRIPE_API_URL');
  });

  it('says what it did', async () => {
    expect(await billing(['reconcile'])).toEqual({
      code: 0,
      out: '0 accounts compared with Stripe, 0 differed.\n',
      err: '',
    });
  });
});

describe('the keys command', () => {
  it('names the folder where it finds no keys', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signing-keys-'));
    const none = await runCommand('src/keys.ts', ['list'], { SIGNING_KEYS_DIR: folder });
    expect(none).toEqual({ code: 0, out: `There are no keys in ${folder} yet.\n`, err: '' });
    const unknown = await runCommand('src/keys.ts', ['retire', 'nobody'], { SIGNING_KEYS_DIR: folder });
    expect(unknown).toEqual({ code: 1, out: '', err: `There is no key nobody in ${folder}.\n` });
    await rm(folder, { recursive: true });
  });

  it('makes a key that signs only when every replica has got it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signing-keys-'));
    const keys = async (...words: string[]) =>
      (await runCommand('src/keys.ts', words, { SIGNING_KEYS_DIR: folder })).out.trim();
    const [first = ''] = (await keys('rotate')).split(' ');
    const [later = '', ...told] = (await keys('rotate', '--signs-in', '60')).split(' ');
    expect(told.join(' ')).toBe(`signs in 60 minutes. Still accepted: ${first}.`);
    expect(await keys('list')).toBe(`${first} (signs)\n${later}`);
    await rm(folder, { recursive: true });
  });
});
