import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { fakesOfRoot, runWithFakes } from './fake-programs.ts';
import { below, commandsIn } from './page-commands.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const units = path.join(repository, 'deploy/systemd');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'install-bare-failures-'));
});
afterEach(() => rm(folder, { recursive: true }));

/**
 * The section *Install* in a terminal, where a command that fails does not end the shell, with programs that fail. The release, which
 * takes long to copy, is an empty folder.
 */
async function install(failing: Readonly<Record<string, string>>) {
  const cwd = await mkdtemp(path.join(folder, 'machine-'));
  const root = path.join(cwd, 'root');
  await mkdir(path.join(root, 'etc/systemd/system'), { recursive: true });
  await mkdir(path.join(cwd, 'legal'));
  for (const name of ['keys', 'secrets']) {
    await mkdir(path.join(cwd, name));
    await writeFile(path.join(cwd, name, 'one'), 'secret');
  }
  await cp(path.join(units, 'settings'), path.join(cwd, 'settings'), { recursive: true });
  const given = `set +e\nversion=0.1.0 release=${repository} owner=o api=a\n`;
  const commands = below(root, await commandsIn('install-bare.md', 'Install'));
  const result = await runWithFakes(given + commands.replaceAll('sudo cp -rT "$release"', 'mkdir'), {
    cwd,
    fakes: { ...fakesOfRoot, psql: '', curl: '', systemctl: '', 'systemd-sysusers': '', ...failing },
  });
  return { ...result, left: (await readdir(cwd)).filter((name) => /^(?:keys|secrets)$/.test(name)) };
}

describe('an installation without containers', () => {
  it('stops at the first command that fails, and keeps the only copy of the keys', async () => {
    const { calls, left } = await install({ 'systemd-sysusers': 'exit 1' });
    expect(calls.filter((call) => call.includes('daemon-reload'))).toEqual([]);
    expect(left).toEqual(['keys', 'secrets']);
  });

  it('deletes the copies of the secrets only after all checks', async () => {
    expect((await install({})).left).toEqual([]);
    expect((await install({ curl: 'case $* in *9002*) exit 1 ;; esac' })).left).toEqual(['keys', 'secrets']);
    const systemctl = 'case $* in *start*backup) exit 1 ;; esac';
    expect((await install({ systemctl })).left).toEqual(['keys', 'secrets']);
  });
});

it('Prometheus without containers reads the jobs that the alerts watch, at the ports of the installation', async () => {
  const { rule_files: rules, scrape_configs: jobs } = parse(
    await readFile(path.join(units, 'prometheus.yml'), 'utf8'),
  ) as {
    rule_files: string[];
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
  };
  expect(rules).toEqual(['/srv/account-portal/api/deploy/monitoring/alerts.yml']);
  expect(jobs.map(({ job_name: name }) => name)).toEqual(['auth-api', 'caddy', 'site', 'node', 'postgres']);
  const ports = await Promise.all(
    [1, 2].map(async (number) => {
      const settings = await readFile(path.join(units, `settings/replica-${number}.env`), 'utf8');
      return `127.0.0.1:${/^METRICS_PORT=(\d+)$/m.exec(settings)?.[1] ?? ''}`;
    }),
  );
  expect(jobs[0]?.static_configs[0]?.targets).toEqual(ports);
});

it('the postgres exporter without containers logs in, and reports the ages of transactions that TransactionIdsRunOut watches', async () => {
  await mkdir(path.join(folder, 'etc/default'), { recursive: true });
  const commands = below(folder, await commandsIn('install-bare.md', 'Monitor'));
  const programs = { sudo: fakesOfRoot['sudo'] ?? '', 'apt-get': '', install: '', psql: '', systemctl: '', vi: '' };
  const { code } = await runWithFakes(commands, { cwd: folder, fakes: programs, env: { EDITOR: 'vi' } });
  expect(code).toBe(0);
  // The service reads this file as an EnvironmentFile. Debian's exporter has the collector, and does not start it by itself.
  expect(await readFile(path.join(folder, 'etc/default/prometheus-postgres-exporter'), 'utf8')).toBe(
    `DATA_SOURCE_NAME='user=prometheus host=/run/postgresql dbname=portal'\nARGS='--collector.database_wraparound'\n`,
  );
});

it('a machine that replaces a lost one gets the copied secrets, and the passwords in them', async () => {
  const copies = path.join(folder, 'copies');
  for (const name of ['secrets', 'keys']) await mkdir(path.join(copies, name), { recursive: true });
  await writeFile(path.join(copies, 'secrets/owner_url'), 'postgresql://portal:0wner@127.0.0.1:5432/portal\n');
  await writeFile(path.join(copies, 'secrets/database_url'), 'postgresql://auth_api:Ap1@127.0.0.1:5432/portal\n');
  const [commands = ''] = (await commandsIn('back-up.md', 'The server is lost')).split('sudo cp -r ');
  const { code, out } = await runWithFakes(
    `${commands.replaceAll('/media/copies', copies)}\necho "$owner $api"; ls secrets`,
    { cwd: folder, fakes: { sudo: fakesOfRoot['sudo'] ?? '', chown: '' }, env: { USER: 'operator' } },
  );
  expect([code, out]).toEqual([0, '0wner Ap1\ndatabase_url\nowner_url\n']);
});
