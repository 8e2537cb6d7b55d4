import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requestUlidHeader } from '@portal/contract';
import { startTemporaryPostgres } from '@portal/local-postgres';
import { ulid } from 'ulid';
import { withConnection, urlForDatabase } from '../../../src/cli/backup/connection.ts';
import { createBackup } from '../../../src/cli/backup/create-backup.ts';
import { checkBackup, dumpFile } from '../../../src/cli/backup/manifest.ts';
import { restoreBackup } from '../../../src/cli/backup/restore-backup.ts';
import { differingTables, withSnapshot, hashTables } from '../../../src/cli/backup/table-hashes.ts';
import { parseCliArgs, exitWithUsage } from '../../../src/cli/parse-args.ts';
import { prepareTemplate } from '../../support/prepare-template.ts';
import { seedDatabase } from '../../support/seed-database.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';
import { rehearsePointInTime } from './point-in-time.ts';

const usage = `Usage: npm run rehearse:restore [-- [--point-in-time] [--users <n>] [--workspaces <n>]]
Seeds a temporary database, backs it up and restores it while the API handles writes, and prints how long each step takes.
Needs pg_dump and pg_restore of PostgreSQL 18.
  --point-in-time   instead recovers from a base backup and archived WAL to a point in time, and compares every table; needs no
                    other programs
  --users <n>       users in the database (default: 100000)
  --workspaces <n>  workspaces, with two memberships each (default: 300000)`;
const { values, positionals } = parseCliArgs(usage, {
  'point-in-time': { type: 'boolean', default: false },
  users: { type: 'string', default: '100000' },
  workspaces: { type: 'string', default: '300000' },
});
const [users = 0, workspaces = 0] = [values.users, values.workspaces].map(Number);
if (positionals.length > 0 || !users || !workspaces) {
  exitWithUsage('Each option must be a number greater than 0.', usage);
}

const print = (text: string) => process.stdout.write(`${text}\n`);
const hashesOf = (url: string) => withConnection(url, (client) => withSnapshot(client, () => hashTables(client)));

async function timed<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  print(`${step}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return result;
}

/** Creates one API token after the other until it is stopped, and collects the acknowledged ids and the error statuses. */
function startWriter(apiUrl: string, workspaceId: string, credentials: Credentials) {
  const createdIds: string[] = [];
  const errorStatuses: number[] = [];
  const stopping = new AbortController();
  const done = (async () => {
    while (!stopping.signal.aborted) {
      const response = await fetch(`${apiUrl}/workspaces/${workspaceId}/authTokens`, {
        method: 'POST',
        headers: { cookie: credentials.cookie ?? '', 'content-type': 'application/json', [requestUlidHeader]: ulid() },
        body: JSON.stringify({ name: `Rehearsal ${createdIds.length}`, expiration: '1d' }),
      });
      const body = (await response.json()) as { authToken?: { id: string } };
      if (body.authToken) createdIds.push(body.authToken.id);
      else errorStatuses.push(response.status);
    }
  })();
  return {
    createdIds,
    errorStatuses,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

async function rehearse(api: TestApi, apiUrl: string, ownerUrl: string, folder: string): Promise<void> {
  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, user);
  const writer = startWriter(apiUrl, workspace.id, await logIn(api, user));
  await pollUntil(
    () => Promise.resolve(writer.createdIds.length),
    (count) => count > 0,
  );
  const backup = await timed('Back up while the API writes', () =>
    createBackup({ url: ownerUrl, into: folder, build: 'x' }),
  );
  const acknowledged = writer.createdIds.length;
  await writer.stop();
  const { size } = await stat(path.join(backup.folder, dumpFile));
  const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  print(`The backup has ${rows} rows in ${(size / 1e6).toFixed(1)} MB. ${acknowledged} writes succeeded meanwhile.`);
  if (writer.errorStatuses.length > 0) throw new Error(`Writes failed: ${writer.errorStatuses.join(', ')}`);
  await timed('Check the backup', () => checkBackup(backup.folder));

  const scratchUrl = urlForDatabase(ownerUrl, 'rehearsal');
  await timed('Restore into a new database', () =>
    restoreBackup({ url: scratchUrl, folder: backup.folder, replaceRows: false }, print),
  );
  const hashes = await timed('Hash all tables', () => hashesOf(scratchUrl));
  const differing = differingTables(backup.manifest.tables, hashes);
  print(`Tables that differ from the backup, because a restore ends sessions: ${differing.join(', ') || 'none'}`);

  const [revokedId, newestId] = [writer.createdIds[0] ?? '', writer.createdIds.at(-1) ?? ''];
  await api.db.authToken.update({ where: { id: revokedId }, data: { revokedAt: new Date() } });
  await timed('Restore over the database while the API runs', () =>
    restoreBackup({ url: ownerUrl, folder: backup.folder, replaceRows: true }, print),
  );
  const startedAt = performance.now();
  while ((await fetch(`${apiUrl}/health/ready`)).status !== 200) {
    if (performance.now() - startedAt > 60_000) throw new Error('The API did not become ready.');
  }
  print(`The API was ready again after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`);
  const session = await logIn(api, user);
  const whoami = await api.send('GET', '/whoami', session);
  const secondWriter = startWriter(apiUrl, workspace.id, session);
  await pollUntil(
    () => Promise.resolve(secondWriter.createdIds.length + secondWriter.errorStatuses.length),
    (count) => count > 0,
  );
  await secondWriter.stop();
  const isRevoked = (await api.db.authToken.findUniqueOrThrow({ where: { id: revokedId } })).revokedAt !== null;
  const isGone = (await api.db.authToken.count({ where: { id: newestId } })) === 0;
  print(`The API reads (${whoami.status}) and writes (${secondWriter.errorStatuses[0] ?? 'ok'}).`);
  print(
    `A token revoked after the backup is still revoked: ${isRevoked}. A token created after it is gone: ${isGone}.`,
  );
}

async function rehearseRestore(): Promise<void> {
  const postgres = await startTemporaryPostgres(prepareTemplate);
  const folder = await mkdtemp(path.join(tmpdir(), 'rehearsal-'));
  const api = await startApi({}, postgres.url);
  const server = createServer(api.app);
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ownerUrl = new URL(api.services.settings.DATABASE_URL);
    ownerUrl.username = new URL(postgres.url).username;
    await timed(`Seed ${users} users and ${workspaces} workspaces`, () =>
      seedDatabase((sql) => api.asOwner(sql), { users, workspaces }),
    );
    await rehearse(api, apiUrl, ownerUrl.href, folder);
  } finally {
    server.closeAllConnections();
    server.close();
    await api.close();
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
}

async function rehearseRecovery(): Promise<void> {
  const result = await rehearsePointInTime({ users, workspaces }, print);
  const { recoverySeconds, tokensBefore, tokensAfter, recoveredTokens } = result;
  print(`The database was recovered and checked after ${recoverySeconds} s.`);
  print(`Tables that differ from that time: ${result.differingTables.join(', ') || 'none'}`);
  const kept = tokensBefore.filter((id) => recoveredTokens.includes(id)).length;
  const gone = tokensAfter.filter((id) => !recoveredTokens.includes(id)).length;
  print(
    `${kept} of ${tokensBefore.length} API tokens from before are there, ${gone} of ${tokensAfter.length} later ones are not.`,
  );
  if (result.differingTables.length > 0 || kept < tokensBefore.length || gone < tokensAfter.length)
    process.exitCode = 1;
}

await (values['point-in-time'] ? rehearseRecovery() : rehearseRestore());
