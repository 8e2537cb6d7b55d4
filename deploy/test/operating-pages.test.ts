import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runWithFakes, type ScriptResult } from './fake-programs.ts';
import { blocksIn } from './page-commands.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const pagesFolder = path.join(repository, 'docs/operating');
const platforms = ['compose', 'systemd', 'kubernetes'] as const;
type Platform = (typeof platforms)[number];

const readCommands = (platform: Platform) => readFile(path.join(repository, `deploy/commands/${platform}.sh`), 'utf8');
const functionsIn = (script: string) => [...script.matchAll(/^(\w+)\(\)/gm)].map(([, name = '']) => name);

let folder: string;
let pages: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'operating-pages-'));
  pages = (await readdir(pagesFolder, { recursive: true })).filter((name) => name.endsWith('.md'));
  const settings = path.join(folder, 'etc/account-portal');
  await mkdir(settings, { recursive: true });
  await mkdir(path.join(folder, 'srv/account-portal/api/auth-api'), { recursive: true });
  await writeFile(path.join(settings, 'auth-api.env'), 'HOST=127.0.0.1\n');
  for (const number of [1, 2]) await writeFile(path.join(settings, `replica-${number}.env`), `PORT=900${number}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs shell commands after those of a platform are loaded. Every program of a platform, and each that asks a machine, is a fake. */
async function runOn(platform: Platform, commands: string): Promise<ScriptResult> {
  const library = (await readCommands(platform)).replaceAll(/(?<!\w)\/(?=(?:etc|srv)\/)/g, `${folder}/`);
  const job = {
    metadata: { labels: {} },
    spec: { template: { metadata: { labels: {} }, spec: { containers: [{}] } } },
  };
  const names = [
    ...['docker', 'systemctl', 'journalctl', 'sudo', 'psql', 'curl', 'df', 'openssl', 'timedatectl', 'node', 'npm'],
  ];
  const fakes = {
    ...Object.fromEntries(names.map((name) => [name, ''])),
    // A job runs only if its definition is right, so this reads the definition.
    kubectl: `case $* in *--filename*) cat >> jobs ;; *json*) echo '${JSON.stringify(job)}' ;; esac`,
  };
  return runWithFakes(`${library}\n${commands}`, { cwd: folder, fakes });
}

const programsOf: Readonly<Record<Platform, RegExp>> = {
  compose: /^docker /,
  systemd: /^(?:systemctl|journalctl|sudo (?:systemctl|journalctl)) /,
  kubernetes: /^kubectl /,
};

describe('the commands of each platform', () => {
  it('have the same names on all of them', async () => {
    const [first = [], ...others] = (await Promise.all(platforms.map(readCommands))).map(functionsIn);
    const shared = first.filter((name) => others.every((names) => names.includes(name)));
    expect(shared).toEqual(first);
    expect(shared.length).toBeGreaterThan(20);
  });

  it('are in the table of docs/operating/commands.md, which `npm run commands` writes', async () => {
    const script = path.join(repository, 'scripts/write-operating-commands.mjs');
    await promisify(execFile)(process.execPath, [script, '--check']);
  });

  it.each(platforms)('run on %s with the programs of that platform only', async (platform) => {
    const names = functionsIn(await readCommands('compose'));
    const given = names.map((name) => `${name} ${/_(?:command|log|psql|fetch)$/.test(name) ? '15m' : ''}`);
    const { code, err, calls } = await runOn(platform, given.join('\n'));
    expect([code, err]).toEqual([0, '']);
    expect(calls.filter((call) => programsOf[platform].test(call)).length).toBeGreaterThan(10);
    for (const other of platforms.filter((each) => each !== platform)) {
      expect(calls.filter((call) => programsOf[other].test(call))).toEqual([]);
    }
  });

  it('pass their arguments on, word by word', async () => {
    const commands = `owner_psql --command "SELECT 'a  b'"\nmigrate_command --retry one\nbackup_command restore "$backups/b" --replace`;
    expect((await runOn('compose', commands)).calls).toEqual([
      "docker compose exec -T postgres psql --username portal --dbname portal --command SELECT 'a  b'",
      'docker compose run --rm --no-deps -T migrate node apps/auth-api/dist/migrate.js --retry one',
      'docker compose run --rm --no-deps -T backup restore /backups/b --replace',
    ]);
    const owner = `sudo env MIGRATION_DATABASE_URL_FILE=${folder}/etc/account-portal/secrets/owner_url node --env-file=${folder}/etc/account-portal/auth-api.env --env-file=../version.env apps/auth-api/dist`;
    expect((await runOn('systemd', commands)).calls).toEqual([
      "sudo -u postgres psql --dbname portal --command SELECT 'a  b'",
      `${owner}/migrate.js --retry one`,
      `${owner}/backup.js restore /var/lib/account-portal-backups/b --replace`,
    ]);
    await rm(path.join(folder, 'jobs'), { force: true });
    await runOn('kubernetes', commands);
    const jobs = await readFile(path.join(folder, 'jobs'), 'utf8');
    const containers = [...jobs.matchAll(/"command": (\[[^\]]*\])/g)].map(
      ([, command = '']) => JSON.parse(command) as unknown,
    );
    expect(containers).toEqual([
      ['sh', '-c', expect.stringContaining('exec psql "$(cat '), 'psql', '--command', "SELECT 'a  b'"],
      ['node', 'apps/auth-api/dist/migrate.js', '--retry', 'one'],
      ['node', 'apps/auth-api/dist/backup.js', 'restore', '/backups/b', '--replace'],
    ]);
  });
});

describe('a new major version of PostgreSQL', () => {
  /** As in a terminal, a command that fails does not end the shell. `databases` is how many named `portal` the new cluster has. */
  const upgrade = async (databases: number) => {
    const [, block = ''] = await blocksIn('upgrade-postgresql.md');
    const sudo = `case $* in *datname*) echo ${databases} ;; esac`;
    const fakes = { sudo, backup_now: '', stop_api: '', start_api: '' };
    const { calls } = await runWithFakes(`set +e\n${block}`, { cwd: folder, fakes });
    return calls.map((call) => call.split(' --tuples-only')[0]?.trim());
  };
  const checked = ['backup_now', 'sudo -u postgres psql --cluster 18/main'];

  it('is installed after a backup, while the API is stopped', async () => {
    expect(await upgrade(0)).toEqual([
      ...checked,
      'stop_api',
      'sudo pg_dropcluster --stop 18 main',
      'sudo pg_upgradecluster --method=upgrade -v 18 17 main',
      'sudo -u postgres vacuumdb --all --analyze-in-stages',
      'start_api',
    ]);
  });

  it('deletes no cluster that has the database', async () => expect(await upgrade(1)).toEqual(checked));
});

it('the commands of all pages are valid in the shell', async () => {
  let blocks = 0;
  for (const page of pages) {
    for (const block of await blocksIn(page)) {
      blocks += 1;
      const { stderr } = spawnSync('bash', ['-n'], { input: `${block}\n`, encoding: 'utf8' });
      expect([page, block, stderr]).toEqual([page, block, '']);
    }
  }
  expect(blocks).toBeGreaterThan(120);
});

/** What every platform has in common. The other pages are of one platform, or have a section for each. */
const ofAllPlatforms = [
  ...[
    'after-a-restore',
    'configure',
    'going-live',
    'limits',
    'move',
    'retention',
    'scale',
    'secrets',
    'stolen-secrets',
  ],
].map((name) => `${name}.md`);

describe('the pages about incidents, and others of all platforms', () => {
  const incidents = () => pages.filter((page) => page.startsWith('incidents/') && page !== 'incidents/README.md');

  it('show no command of one platform only', async () => {
    for (const page of [...incidents(), ...ofAllPlatforms]) {
      const text = await readFile(path.join(pagesFolder, page), 'utf8');
      // A sentence may name the command of one platform if it names the platforms.
      const lines = text
        .split('\n')
        .filter((line) => /docker|kubectl/.test(line) && !/Kubernetes|without containers/.test(line));
      expect([page, lines]).toEqual([page, []]);
      if (/_(?:log|psql|status|command|api)\b/.test(text))
        expect([page, text]).toEqual([page, expect.stringMatching(/\((?:\.\.\/)?commands\.md\)/)]);
    }
  });

  /** Their commands are for one kind of machine: those of Patroni, and those of keepalived. */
  const ofOneMachine = new Set(['incidents/synchronous-standby-missing.md', 'incidents/proxy-down.md']);

  it.each(platforms)('have commands that run on %s', async (platform) => {
    const ran = [];
    for (const page of incidents().filter((each) => !ofOneMachine.has(each))) {
      const commands = (await blocksIn(page)).join('\n');
      const { code, err, calls } = await runOn(platform, commands);
      expect([page, code, err]).toEqual([page, 0, '']);
      if (calls.some((call) => programsOf[platform].test(call))) ran.push(page);
      for (const other of platforms.filter((each) => each !== platform)) {
        expect([page, calls.filter((call) => programsOf[other].test(call))]).toEqual([page, []]);
      }
    }
    expect(ran.length).toBeGreaterThan(20);
  });
});
