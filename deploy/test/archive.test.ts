import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWithFakes } from './fake-programs.ts';
import { commandsIn } from './page-commands.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
  await writeFile(join(folder, 'production.env'), 'REGISTRY=ghcr.io/example/account-portal\n');
  await writeFile(join(folder, 'images.env'), 'BACKUP_DIGEST=sha256:b\n');
});
afterEach(() => rm(folder, { recursive: true }));

const pageOf = (heading: string) => (heading.startsWith('Rehearse') ? 'back-up.md' : 'point-in-time.md');

/** Runs the commands of a section of docs/operating/point-in-time.md, or of back-up.md. */
async function follow(heading: string, fakes: Readonly<Record<string, string>> = {}) {
  const commands = (await commandsIn(pageOf(heading), heading))
    .replaceAll('/srv/account-portal', folder)
    .replaceAll('/var/lib/prometheus', join(folder, 'metrics'));
  return runWithFakes(commands, { cwd: folder, fakes: { docker: '', ...fakes } });
}
const dockerCalls = (calls: readonly string[]) => calls.filter((call) => call.startsWith('docker'));

describe('docs/operating/point-in-time.md', () => {
  it('turns on the archive word by word: settings, restart, stanza, first base backup', async () => {
    const { code, calls } = await follow('Archive with Compose');
    expect([code, dockerCalls(calls)]).toEqual([
      0,
      [
        'docker compose up -d --pull never',
        'docker compose exec -T postgres pgbackrest stanza-create',
        'docker compose exec -T postgres pgbackrest check',
        'docker compose exec -T postgres pgbackrest --type=full backup',
      ],
    ]);
    const settings = await readFile(join(folder, 'production.env'), 'utf8');
    expect(settings).toContain('COMPOSE_FILE=docker-compose.yml:deploy/archive/compose.yml\n');
    expect(settings).toContain('POSTGRES_IMAGE=ghcr.io/example/account-portal/backup@sha256:b\n');
  });

  it.each([
    [7, 'full'],
    [1, 'diff'],
  ])('on day %i of the week creates a base backup: %s', async (day, type) => {
    const { code, calls } = await follow('Base backups with Compose', { date: `echo ${day}` });
    expect([code, dockerCalls(calls)]).toEqual([
      0,
      [`docker compose exec -T postgres pgbackrest --type=${type} backup`],
    ]);
  });

  it('recovers to a point in time in the volume of the service', async () => {
    const { code, calls } = await follow('Recover with Compose');
    expect(code).toBe(0);
    expect(calls.join('\n')).toMatch(
      /^docker compose stop auth-api postgres\ndocker compose run --rm --no-deps --entrypoint sh postgres -c install -d -m 700 "\$PGDATA" && rm -f "\$PGDATA\/postmaster.pid" &&\n +pgbackrest --delta --type=time --target=.+ --target-action=promote restore\ndocker compose up -d --wait postgres\n/,
    );
  });

  it('does not restore over a server that does not stop, also in a shell that goes on after errors', async () => {
    const commands = await commandsIn('point-in-time.md', 'Recover with Compose');
    const docker = 'case "$*" in *stop*) exit 1 ;; esac';
    const { calls } = await runWithFakes(`set +e\n${commands}`, { cwd: folder, fakes: { docker } });
    expect(calls.filter((call) => /compose (run|up)/.test(call))).toEqual([]);
    expect(calls[0]).toBe('docker compose stop auth-api postgres');
  });
});

describe('a recovery on a machine without containers', () => {
  /** As in a terminal, a command that fails does not end the shell. */
  const recover = async (sudo: string) => {
    const commands = (await commandsIn('point-in-time.md', 'PostgreSQL on a machine')).split('(\n').at(-1) ?? '';
    return (await runWithFakes(`set +e\n(\n${commands}`, { cwd: folder, fakes: { sudo } })).calls;
  };
  const answer = 'case $* in *is_in_recovery*) echo f ;; esac';
  const steps = [
    'sudo systemctl stop account-portal-api@* postgresql@17-main',
    'sudo -u postgres pgbackrest --stanza=portal --delta --type=time --target=2026-11-22 04:59:30+00 --target-action=promote restore',
    'sudo systemctl start postgresql@17-main',
    'sudo -u postgres psql --tuples-only --no-align --command SELECT pg_is_in_recovery()',
  ];

  it('stops the instance, restores, starts it and waits', async () => {
    expect(await recover(answer)).toEqual(steps);
  });

  it.each([
    ['PostgreSQL does not stop', '*stop*', 1],
    ['the archive cannot be restored', '*pgbackrest*', 2],
    ['PostgreSQL does not start', '*systemctl*start*', 3],
  ])('ends there if %s', async (_what, failing, count) => {
    expect(await recover(`case $* in ${failing}) exit 1 ;; esac\n${answer}`)).toEqual(steps.slice(0, count));
  });
});

describe('the monthly rehearsal', () => {
  const metrics = () => readFile(join(folder, 'metrics/node-exporter/account_portal_rehearsal.prom'), 'utf8');
  const backupRun = 'docker compose run --rm backup rehearse /backups';

  it('restores the newest backup and reports when', async () => {
    const { code, calls } = await follow('Rehearse each month');
    expect([code, dockerCalls(calls)]).toEqual([0, [backupRun]]);
    expect(await metrics()).toMatch(/^account_portal_rehearsal_timestamp_seconds \d+\n$/);
  });

  it('recovers the archive, too, where there is one', async () => {
    await follow('Archive with Compose');
    const { calls } = await follow('Rehearse each month');
    expect(dockerCalls(calls)).toEqual([backupRun, 'docker compose run --rm rehearsal']);
  });

  it('that fails reports nothing', async () => {
    expect((await follow('Rehearse each month', { docker: 'exit 1' })).code).toBe(1);
    await expect(metrics()).rejects.toThrow('ENOENT');
  });
});

describe('deploy/archive/rehearse.sh', () => {
  const script = fileURLToPath(new URL('../archive/rehearse.sh', import.meta.url));
  const run = (isRecent: 't' | 'f', pgbackrest = '', inRecovery = 'echo f') =>
    runWithFakes(`sh '${script}'`, {
      cwd: folder,
      env: { PGBACKREST_PG1_PATH: join(folder, 'data') },
      fakes: {
        pgbackrest,
        pg_ctl: '',
        psql: `case "$*" in *in_recovery*) ${inRecovery} ;; *interval*) echo ${isRecent} ;; *count*) echo 3 ;; *) echo 04:15 ;; esac`,
      },
    });
  const programs = (calls: readonly string[]) => calls.map((call) => /^\w+/.exec(call)?.[0]);

  it('restores, starts a server that archives nothing, prints how far it got, and stops the server', async () => {
    const { code, out, calls } = await run('t');
    expect([code, out]).toEqual([0, 'Recovered the archive up to 04:15, with 3 users.\n']);
    expect(programs(calls)).toEqual(['pgbackrest', 'pg_ctl', 'psql', 'psql', 'psql', 'psql', 'pg_ctl']);
    expect(calls[0]).toBe('pgbackrest restore');
    expect(calls[1]).toContain('archive_mode=off');
    expect(calls.at(-1)).toMatch(/ stop$/);
  });

  it('fails if the archive is behind', async () => {
    const { code, err, calls } = await run('f');
    expect([code, err]).toEqual([1, 'The archive is more than 15 minutes behind.\n']);
    expect(calls.at(-1)).toMatch(/ stop$/);
  });

  it('fails if the server stops during the recovery', async () => {
    const { code, calls } = await run('t', '', 'exit 2');
    expect([code, programs(calls)]).toEqual([1, ['pgbackrest', 'pg_ctl', 'psql', 'pg_ctl']]);
  });

  it('fails if nothing can be restored', async () => {
    const { code, calls } = await run('t', 'exit 1');
    expect([code, programs(calls)]).toEqual([1, ['pgbackrest']]);
  });
});
