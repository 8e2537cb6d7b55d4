import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requestIdHeader } from '@portal/contract';
import { startTemporaryPostgres } from '@portal/local-postgres';
import { ulid } from 'ulid';
import { connected, withDatabase } from '../../src/backup/connect.ts';
import { makeBackup } from '../../src/backup/make-backup.ts';
import { checkBackup, dumpFile } from '../../src/backup/manifest.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { differingTables, inSnapshot, tableHashes } from '../../src/backup/table-hashes.ts';
import { commandWords, refuseWords } from '../../src/command-words.ts';
import { prepareTemplate } from '../prepare-template.ts';
import { seedCrowd } from '../search/seed.ts';
import { startApi, type Proof, type TestApi } from '../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../support/builders.ts';
import { until } from '../support/until.ts';

const usage = `Usage: npm run rehearse:restore [-- [--users <n>] [--workspaces <n>]]
Fills a database of its own, backs it up and restores it while the API answers requests that write, and prints how long
that took. pg_dump and pg_restore have to be there, of PostgreSQL 18.
  --users <n>       100000 unless told otherwise
  --workspaces <n>  300000 unless told otherwise; twice as many memberships`;
const { values, positionals } = commandWords(usage, {
  users: { type: 'string', default: '100000' },
  workspaces: { type: 'string', default: '300000' },
});
const [users, workspaces] = [values.users, values.workspaces].map(Number);
if (positionals.length > 0 || !users || !workspaces) refuseWords('Each option takes a number.', usage);

const say = (text: string) => process.stdout.write(`${text}\n`);
const hashesOf = (url: string) => connected(url, (client) => inSnapshot(client, () => tableHashes(client)));

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  say(`${what}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return result;
}

/** Asks for tokens one after the other, until it is told to stop; answers the ids of those that it was told of. */
function keepWriting(base: string, workspaceId: string, proof: Proof) {
  const made: string[] = [];
  const refused: number[] = [];
  const stopping = new AbortController();
  const done = (async () => {
    while (!stopping.signal.aborted) {
      const response = await fetch(`${base}/workspaces/${workspaceId}/authTokens`, {
        method: 'POST',
        headers: { cookie: proof.cookie ?? '', 'content-type': 'application/json', [requestIdHeader]: ulid() },
        body: JSON.stringify({ name: `Rehearsal ${made.length}`, expiration: '1d' }),
      });
      const body = (await response.json()) as { authToken?: { id: string } };
      if (body.authToken) made.push(body.authToken.id);
      else refused.push(response.status);
    }
  })();
  return {
    made,
    refused,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

async function rehearse(api: TestApi, base: string, owner: string, folder: string): Promise<void> {
  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, user);
  const writer = keepWriting(base, workspace.id, await logIn(api, user));
  await until(
    () => Promise.resolve(writer.made.length),
    (made) => made > 0,
  );
  const backup = await timed('Backup, while the API writes', () =>
    makeBackup({ url: owner, into: folder, build: 'x' }),
  );
  const acknowledged = writer.made.length;
  await writer.stop();
  const { size } = await stat(path.join(backup.folder, dumpFile));
  const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`It has ${rows} rows in ${(size / 1e6).toFixed(1)} MB; ${acknowledged} writes were acknowledged meanwhile.`);
  if (writer.refused.length > 0) throw new Error(`Writes were refused: ${writer.refused.join(', ')}`);
  await timed('Check', () => checkBackup(backup.folder));

  const beside = withDatabase(owner, 'rehearsal');
  await timed('Restore beside it', () => restoreBackup({ url: beside, folder: backup.folder, overRows: false }, say));
  const differing = differingTables(
    backup.manifest.tables,
    await timed('Hashes of all tables', () => hashesOf(beside)),
  );
  say(`Tables that differ from the backup, as sessions ended: ${differing.join(', ') || 'none'}`);

  const [kept, gone] = [writer.made[0] ?? '', writer.made.at(-1) ?? ''];
  await api.db.authToken.update({ where: { id: kept }, data: { revokedAt: new Date() } });
  await timed('Restore over it, while the API serves', () =>
    restoreBackup({ url: owner, folder: backup.folder, overRows: true }, say),
  );
  const startedAt = performance.now();
  while ((await fetch(`${base}/health/ready`)).status !== 200) {
    if (performance.now() - startedAt > 60_000) throw new Error('The API did not get ready.');
  }
  say(`The API was ready ${((performance.now() - startedAt) / 1_000).toFixed(1)} s later, by its own login.`);
  const session = await logIn(api, user);
  const whoami = await api.send('GET', '/whoami', session);
  const again = keepWriting(base, workspace.id, session);
  await until(
    () => Promise.resolve(again.made.length + again.refused.length),
    (answers) => answers > 0,
  );
  await again.stop();
  const isRevoked = (await api.db.authToken.findUniqueOrThrow({ where: { id: kept } })).revokedAt !== null;
  const isGone = (await api.db.authToken.count({ where: { id: gone } })) === 0;
  say(`It reads (${whoami.status}) and writes (${again.refused[0] ?? 'yes'}).`);
  say(`What was revoked since stays so: ${isRevoked}. What was made since is gone: ${isGone}.`);
}

const postgres = await startTemporaryPostgres(prepareTemplate);
const folder = await mkdtemp(path.join(tmpdir(), 'rehearsal-'));
const api = await startApi({}, postgres.url);
const server = createServer(api.app);
try {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const owner = new URL(api.services.settings.DATABASE_URL);
  owner.username = new URL(postgres.url).username;
  await timed(`Seeding ${users} people and ${workspaces} workspaces`, () =>
    seedCrowd((sql) => api.asOwner(sql), { users, workspaces }),
  );
  await rehearse(api, base, owner.href, folder);
} finally {
  server.closeAllConnections();
  server.close();
  await api.close();
  await postgres.stop();
  await rm(folder, { recursive: true });
}
