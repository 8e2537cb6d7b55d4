import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort, startTemporaryPostgres, type TemporaryPostgres } from '@portal/local-postgres';
import pg from 'pg';
import { fakesOfRoot, runWithFakes, type ScriptResult } from './fake-programs.ts';
import { below, commandsIn } from './page-commands.ts';
import { pollUntil } from '@portal/auth-api/test/support/polling.ts';
import { readService } from './systemd-unit.ts';

const execFileAsync = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));

/** `root` takes the place of `/`, and the commands of docs/operating/install-bare.md run in `work`, which starts empty. */
let folder: string;
let root: string;
let work: string;
let installation: ScriptResult;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'install-bare-'));
  root = path.join(folder, 'root');
  work = path.join(folder, 'work');
  await mkdir(path.join(root, 'etc/systemd/system'), { recursive: true });
  await mkdir(work);
  await execFileAsync(process.execPath, [path.join(repository, 'deploy/release-archive.mjs'), '0.1.0'], {
    cwd: folder,
  });
  await execFileAsync('tar', ['-xzf', 'account-portal-0.1.0.tar.gz'], { cwd: folder });
  installation = await follow('Prepare', 'Install');
  // Collecting and compressing the files takes a quarter of a minute, and several times as long where everything is tested at once.
}, 400_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const pageOf = (heading: string) => (/^(?:Upgrade|Go back)$/.test(heading) ? 'upgrade-bare.md' : 'install-bare.md');

/** Runs the commands of sections of the pages. Only what needs root, systemd, PostgreSQL's superuser or the internet is a fake. */
async function follow(...headings: string[]): Promise<ScriptResult> {
  const commands = (await Promise.all(headings.map((heading) => commandsIn(pageOf(heading), heading)))).join('\n');
  return runWithFakes(below(root, commands), { cwd: work, fakes: fakes(), env: { EDITOR: 'editor' } });
}

/**
 * What the commands of the section *Prepare* or *Upgrade* leave in a folder if the verification fails. As in a terminal, a command that
 * fails does not end the shell.
 */
async function getUnverified(heading: string): Promise<string[]> {
  const commands = (await commandsIn(pageOf(heading), heading)).split('release=$PWD')[0] ?? '';
  const empty = await mkdtemp(path.join(folder, 'unverified-'));
  await runWithFakes(`set +e\n${commands}`, { cwd: empty, fakes: { ...fakes(), gh: 'exit 1' } });
  return (await readdir(empty)).filter((name) => !name.startsWith('.'));
}

const fakes = () => ({
  // Every version has the same content, except its name.
  curl: `for url; do :; done
case $url in *.tar.gz)
  name=$(basename "$url" .tar.gz)
  cp -R '${folder}/account-portal-0.1.0' "$name"
  echo "VERSION=\${name#account-portal-}" > "$name/version.env"
  tar -cf - "$name" | gzip -1 > "$name.tar.gz"
  rm -r "$name" ;;
esac`,
  gh: '',
  editor: `case $1 in
  settings/*.env)
    sed 's/^AUTH0_CLIENT_ID=$/AUTH0_CLIENT_ID=client/; s/^PRODUCT_NAME=$/PRODUCT_NAME=Acme/
      s/example\\.com/acme.example/; s/tenant\\.eu\\.auth0\\.com/login.acme.example/' "$1" > "$1.new" && mv "$1.new" "$1" ;;
  legal/*) printf '# Terms of Service\\n\\nOur terms.\\n' > "$1" ;;
  secrets/stripe_secret_key) echo sk_live_0123456789abcdefghijklmnopqrstuvwxyz > "$1" ;;
  secrets/stripe_webhook_secrets) echo whsec_0123456789abcdefghijklmnopqrstuvwxyz > "$1" ;;
  secrets/smtp_url) echo smtps://user:password@smtp.example.com:465 > "$1" ;;
  secrets/*) echo 0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ > "$1" ;;
esac`,
  ...fakesOfRoot,
  psql: 'cat > database.sql',
  systemctl: '',
  'systemd-sysusers': '',
});

const callsOf = ({ calls }: ScriptResult, ...programs: string[]) =>
  calls.filter((call) => programs.some((program) => call.startsWith(`${program} `)));
const inRoot = (name: string) => path.join(root, name);

describe('the commands of docs/operating/install-bare.md', () => {
  it('install a release from an empty folder', async () => {
    expect([installation.code, installation.err]).toEqual([0, '']);
    expect(await readdir(inRoot('srv/account-portal'))).toEqual(['0.1.0', 'api', 'proxy']);
    expect((await readdir(inRoot('srv/account-portal/0.1.0'))).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'auth-api',
      'deploy',
      'docs',
      'portal',
      'version.env',
    ]);
    for (const name of ['api', 'proxy']) expect(await readlink(inRoot(`srv/account-portal/${name}`))).toBe('0.1.0');
    expect(await readdir(work)).not.toContain('secrets');
    expect(await readdir(work)).not.toContain('keys');
  });

  it('install the notices of the packages in the release', async () => {
    for (const [name, dependency] of [
      ['api/auth-api', 'express'],
      ['proxy/portal', 'react'],
    ]) {
      const notices = await readFile(inRoot(`srv/account-portal/${name}/third-party-notices.txt`), 'utf8');
      expect(notices).toMatch(new RegExp(`^${dependency} \\d+\\.\\d+\\.\\d+ \\(MIT\\)\n\n.*MIT License`, 'm'));
    }
  });

  it('install the pages, the commands of incidents and the files of the monitoring', async () => {
    const files = ['docs/operating/incidents/README.md', 'deploy/commands/systemd.sh', 'deploy/monitoring/alerts.yml'];
    for (const file of files) expect((await stat(inRoot(`srv/account-portal/api/${file}`))).isFile()).toBe(true);
  });

  it('verify the release before they unpack it', () => {
    const [verification] = callsOf(installation, 'gh');
    expect(verification).toBe(
      'gh attestation verify account-portal-0.1.0.tar.gz --repo example/account-portal --source-ref refs/tags/v0.1.0 --signer-workflow example/account-portal/.github/workflows/release.yml',
    );
    expect(installation.calls.indexOf(verification ?? '')).toBe(1);
  });

  it('unpack nothing that is not verified', async () => {
    expect(await getUnverified('Prepare')).toEqual(['account-portal-0.1.0.tar.gz']);
    expect(await getUnverified('Upgrade')).toEqual(['account-portal-0.2.0.tar.gz']);
  });

  it('copy each backup off the machine before the alert learns of it', async () => {
    const unit = await readFile(inRoot('etc/systemd/system/account-portal-backup.service'), 'utf8');
    const dropIn = await readFile(
      inRoot('etc/systemd/system/account-portal-backup.service.d/copy-backups.conf'),
      'utf8',
    );
    // systemd runs all commands of ExecStart, those of drop-ins last, before those of ExecStartPost (systemd.service(5)).
    expect(dropIn).toMatch(/^ExecStart=\+.*\/var\/lib\/account-portal-backups\/ /m);
    expect([...unit.matchAll(/^(Exec\w+)=.*_timestamp_seconds/gm)].map(([, name]) => name)).toEqual(['ExecStartPost']);
  });

  it('let only root read the secrets, and only the API its keys', async () => {
    const modeOf = async (name: string) =>
      ((await stat(inRoot(`etc/account-portal/${name}`))).mode & 0o777).toString(8);
    expect(await modeOf('secrets')).toBe('700');
    expect(await modeOf('keys')).toBe('700');
    const secrets = await readdir(inRoot('etc/account-portal/secrets'));
    expect(secrets.toSorted()).toEqual([
      'auth0_client_secret',
      'database_url',
      'owner_url',
      'smtp_url',
      'stripe_secret_key',
      'stripe_webhook_secrets',
    ]);
    for (const name of secrets) expect(await modeOf(`secrets/${name}`)).toBe('400');
    for (const name of await readdir(inRoot('etc/account-portal/keys')))
      expect(await modeOf(`keys/${name}`)).toBe('400');
    expect(callsOf(installation, 'sudo').filter((call) => / install .*\/keys/.test(call))).toEqual([
      expect.stringMatching(/^sudo install -d -o account-portal -g account-portal -m 700 /),
      expect.stringMatching(/^sudo install -o account-portal -g account-portal -m 400 /),
    ]);
  });

  it('let every user read the legal documents in LEGAL_DIR, and only root change them', async () => {
    const { env } = await readService('account-portal-api@.service', { root, instance: '1' });
    const document = path.join(env['LEGAL_DIR'] ?? '', '2026-01-01/01-terms-of-service.md');
    expect(((await stat(document)).mode & 0o777).toString(8)).toBe('644');
  });

  it('start the services in order: migrations, API, proxy', () => {
    expect(callsOf(installation, 'systemctl')).toEqual([
      'systemctl daemon-reload',
      'systemctl start account-portal-migrate@0.1.0',
      'systemctl enable --now account-portal-api@1 account-portal-api@2',
      'systemctl enable --now account-portal-backup.timer account-portal-rehearsal.timer',
      'systemctl cat caddy',
      'systemctl disable --now caddy',
      'systemctl enable --now account-portal-proxy',
      'systemctl start account-portal-backup',
      'systemctl start account-portal-rehearsal',
    ]);
  });

  it('name only units, users and programs that the release has', async () => {
    const units = await readdir(inRoot('etc/systemd/system'));
    const texts = ['docs/operating/install-bare.md', 'docs/operating/upgrade-bare.md', 'deploy/commands/systemd.sh'];
    const page = (await Promise.all(texts.map((name) => readFile(path.join(repository, name), 'utf8')))).join('');
    const named = [
      ...page.matchAll(/\baccount-portal-(?:api|migrate|backup|rehearsal|billing|proxy)(?:\.timer)?(@?)/g),
    ];
    const files = new Set(named.map(([name]) => (name.endsWith('.timer') ? name : `${name}.service`)));
    for (const file of [...files].filter((name) => !/-(?:api|migrate|billing)\.service$/.test(name))) {
      expect(units).toContain(file);
    }
    const users = [...(await readFile(inRoot('etc/sysusers.d/account-portal.conf'), 'utf8')).matchAll(/^u (\S+)/gm)];
    for (const name of units.filter((unit) => unit.endsWith('.service'))) {
      const text = await readFile(inRoot(`etc/systemd/system/${name}`), 'utf8');
      expect(users.map(([, user]) => user)).toContain(/^User=(.+)$/m.exec(text)?.[1]);
      for (const [, program = ''] of text.matchAll(/ (apps\S+\.js)/g)) {
        expect((await stat(inRoot(`srv/account-portal/api/auth-api/${program}`))).isFile()).toBe(true);
      }
    }
  });
});

describe('the installed services', () => {
  let postgres: TemporaryPostgres;
  let api: ChildProcess | undefined;
  beforeAll(async () => {
    postgres = await startTemporaryPostgres(() => Promise.resolve());
  });
  afterAll(async () => {
    if (api !== undefined && api.exitCode === null) {
      const exit = once(api, 'exit');
      api.kill('SIGTERM');
      await exit;
    }
    await postgres.stop();
  });

  /** Runs statements as a superuser, one by one: a database can't be created together with others. */
  async function execute(user: string, statements: readonly string[]): Promise<void> {
    const url = new URL(postgres.url);
    url.username = user;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  it('migrate the database that the page creates, and serve it', async () => {
    // The name of the superuser here is that of the owner on the page.
    await execute('portal', ['CREATE ROLE postgres LOGIN SUPERUSER']);
    const sql = await readFile(path.join(work, 'database.sql'), 'utf8');
    await execute('postgres', [
      'ALTER ROLE portal RENAME TO first',
      ...sql.split(/;\n/).filter((each) => each.trim() !== ''),
    ]);
    const port = new URL(postgres.url).port;
    for (const name of ['owner_url', 'database_url']) {
      const file = inRoot(`etc/account-portal/secrets/${name}`);
      const url = (await readFile(file, 'utf8')).replace(':5432/', `:${port}/`);
      await rm(file);
      await writeFile(file, url);
    }

    const migrate = await readService('account-portal-migrate@.service', { root, instance: '0.1.0' });
    const [[node = '', ...args] = []] = migrate.commands;
    const { stdout } = await execFileAsync(node, args, { cwd: migrate.cwd, env: migrate.env });
    expect(stdout).toContain('The database is up to date.');

    const service = await readService('account-portal-api@.service', { root, instance: '1' });
    expect(service.env).toMatchObject({ HOST: '127.0.0.1', PORT: '9001', METRICS_PORT: '9464', LC_ALL: 'C.UTF-8' });
    const [ownPort, metricsPort] = [await freePort(), await freePort()];
    const env = { ...service.env, PORT: String(ownPort), METRICS_PORT: String(metricsPort) };
    const [[program = '', ...programArgs] = []] = service.commands;
    api = spawn(program, programArgs, { cwd: service.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    for (const stream of [api.stdout, api.stderr]) stream?.on('data', (text) => (log += String(text)));
    const url = `http://127.0.0.1:${ownPort}`;
    const isReady = () =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    const hasStarted = await pollUntil(isReady, (ready) => ready || api?.exitCode !== null, 40_000);
    if (!hasStarted) throw new Error(`The API did not start:\n${log}`);
    expect(await (await fetch(`${url}/version`)).json()).toMatchObject({ version: '0.1.0' });
    expect((await fetch(`http://127.0.0.1:${metricsPort}/health/live`)).status).toBe(200);
  });

  it('have commands at hand that use the same settings and secrets', async () => {
    const library = below(root, await readFile(inRoot('srv/account-portal/api/deploy/commands/systemd.sh'), 'utf8'));
    const run = (command: string) => runWithFakes(`${library}\n${command}`, { cwd: work, fakes: fakesOfRoot });
    const hashes = await run('backup_command hashes');
    expect([hashes.code, hashes.out]).toEqual([0, expect.stringMatching(/^public\.users /m)]);
    const migrated = await run('version=0.1.0; migrate_command');
    expect([migrated.code, migrated.out]).toEqual([0, expect.stringContaining('The database is up to date.')]);
    const request = await run('echo | api_command request.js 01M7XPS9H1ZQ1Y2V3W4X5Y6Z70');
    expect(request.err).toContain('Nothing has this id.');
  });

  const serviceNames = async () =>
    (await readdir(inRoot('etc/systemd/system'))).filter((name) => name.endsWith('.service'));

  it('know the version that they run', async () => {
    for (const name of await serviceNames()) {
      const text = await readFile(inRoot(`etc/systemd/system/${name}`), 'utf8');
      if (!text.includes('\nWorkingDirectory=/srv/account-portal/api/')) continue;
      expect([name, text]).toEqual([
        name,
        expect.stringContaining('\nEnvironmentFile=/srv/account-portal/api/version.env\n'),
      ]);
    }
  });

  it('are hardened in the same way', async () => {
    const names = await serviceNames();
    expect(names).toHaveLength(6);
    for (const name of names) {
      const text = await readFile(inRoot(`etc/systemd/system/${name}`), 'utf8');
      for (const line of [
        'NoNewPrivileges=true',
        'ProtectSystem=strict',
        'ProtectHome=true',
        'PrivateTmp=true',
        'PrivateDevices=true',
        'RestrictNamespaces=true',
        'SystemCallFilter=@system-service',
        'UMask=0077',
      ]) {
        expect([name, text.split('\n')]).toEqual([name, expect.arrayContaining([line])]);
      }
      expect(/^CapabilityBoundingSet=(.*)$/m.exec(text)?.[1]).toBe(
        name.includes('proxy') ? 'CAP_NET_BIND_SERVICE' : '',
      );
    }
  });
});

describe('an upgrade without containers', () => {
  const steps = ({ calls }: ScriptResult) =>
    calls.filter((call) => /^(?:systemctl|curl|sudo ln) /.test(call)).map((call) => call.replaceAll(root, ''));
  const ready = (port: number) =>
    `curl --fail --retry 30 --retry-connrefused --retry-delay 1 http://127.0.0.1:${port}/health/ready`;
  const links = () => Promise.all(['api', 'proxy'].map((name) => readlink(inRoot(`srv/account-portal/${name}`))));

  it('backs up, migrates, rolls out the API and then the portal; and back, the other way round', async () => {
    const upgrade = await follow('Upgrade');
    expect([upgrade.code, upgrade.err]).toEqual([0, '']);
    expect(steps(upgrade).slice(1)).toEqual([
      'systemctl start account-portal-backup',
      'systemctl daemon-reload',
      'systemctl start account-portal-migrate@0.2.0',
      'sudo ln -sfn 0.2.0 /srv/account-portal/api',
      'systemctl restart account-portal-api@1',
      ready(9001),
      'systemctl restart account-portal-api@2',
      ready(9002),
      'sudo ln -sfn 0.2.0 /srv/account-portal/proxy',
      'systemctl restart account-portal-proxy',
      'curl --fail --retry 30 --retry-all-errors --retry-delay 1 https://portal.example.com/api/version',
    ]);
    expect(await links()).toEqual(['0.2.0', '0.2.0']);
    expect(await readFile(inRoot('srv/account-portal/api/version.env'), 'utf8')).toBe('VERSION=0.2.0\n');

    const unit = inRoot('etc/systemd/system/account-portal-api@.service');
    await writeFile(unit, '# of 0.2.0\n');
    const back = await follow('Go back');
    expect([back.code, back.err]).toEqual([0, '']);
    expect(steps(back)).toEqual([
      'systemctl daemon-reload',
      'sudo ln -sfn 0.1.0 /srv/account-portal/proxy',
      'systemctl restart account-portal-proxy',
      'sudo ln -sfn 0.1.0 /srv/account-portal/api',
      'systemctl restart account-portal-api@1',
      ready(9001),
      'systemctl restart account-portal-api@2',
      ready(9002),
    ]);
    expect(await readFile(unit, 'utf8')).toContain('[Service]');
    expect(await links()).toEqual(['0.1.0', '0.1.0']);
  });
});
