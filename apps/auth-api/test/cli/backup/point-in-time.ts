import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, startPostgres } from '@portal/local-postgres';
import { withConnection } from '../../../src/cli/backup/connection.ts';
import { finishRecovery } from '../../../src/cli/backup/finish-recovery.ts';
import { differingTables, hashTables, withSnapshot } from '../../../src/cli/backup/table-hashes.ts';
import { singleRow } from '../../../src/platform/db/single-row.ts';
import { addSignalFile, createBaseBackup } from '../../support/base-backup.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { queryOnce } from '../../support/database.ts';
import { pollUntil } from '../../support/polling.ts';
import { prepareTemplate } from '../../support/prepare-template.ts';
import { seedDatabase, type SeedSize } from '../../support/seed-database.ts';

export interface PointInTimeResult {
  /** Tables whose content differs from what it was at the recovered time. */
  readonly differingTables: readonly string[];
  readonly tokensBefore: readonly string[];
  readonly tokensAfter: readonly string[];
  readonly recoveredTokens: readonly string[];
  readonly sessionsLeft: number;
  /** The time before the destruction, to which the database is recovered. */
  readonly target: string;
  /** From the start of the recovery until the API responds. */
  readonly recoverySeconds: number;
}

type Print = (line: string) => void;

/**
 * Rehearses a recovery to a point in time: archives the WAL of a seeded database, takes a base backup, creates API tokens, destroys data,
 * loses the server, and recovers from the archive to the time before the destruction.
 */
export async function rehearsePointInTime(size: SeedSize, print: Print): Promise<PointInTimeResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'point-in-time-'));
  // PostgreSQL may run as a different user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  const cleanUps: (() => Promise<void>)[] = [];
  try {
    return await rehearse(size, folder, cleanUps, print);
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
    await rm(folder, { recursive: true });
  }
}

async function rehearse(
  size: SeedSize,
  folder: string,
  cleanUps: (() => Promise<void>)[],
  print: Print,
): Promise<PointInTimeResult> {
  const data = path.join(folder, 'data');
  const archive = path.join(folder, 'archive');
  const backup = path.join(folder, 'backup');
  await mkdir(archive, { mode: 0o700 });
  const server = await startPostgres({
    folder: data,
    port: await freePort(),
    database: 'template',
    settings: {
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: `cp %p "${archive}/%f"`,
      archive_timeout: '5min',
      max_wal_size: '4GB',
    },
  });
  cleanUps.push(() => server.stop());
  const { uid, gid } = await stat(data);
  await chown(archive, uid, gid);
  await prepareTemplate(server.url);
  const api = await startApi({}, server.url);
  cleanUps.push(() => api.close());
  const ownerUrl = new URL(api.services.settings.DATABASE_URL);
  ownerUrl.username = new URL(server.url).username;
  await seedDatabase((sql) => api.asOwner(sql), size);
  const startedAt = performance.now();
  await createBaseBackup(server.url, data, backup);
  print(`Base backup: ${secondsSince(startedAt)} s`);

  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, user);
  const createTokens = async () => {
    const ids: string[] = [];
    const credentials = await logIn(api, user);
    for (let number = 1; number <= 20; number++) {
      const body = { name: `Rehearsal ${number}`, expiration: '1d' };
      const response = await api.send('POST', `/workspaces/${workspace.id}/authTokens`, credentials).send(body);
      ids.push((response.body as { authToken: { id: string } }).authToken.id);
    }
    return ids;
  };
  const tokensBefore = await createTokens();
  const expected = await hashesOf(ownerUrl.href);
  const [{ time }] = (await api.asOwner('SELECT clock_timestamp()::text AS time')) as [{ time: string }];
  // The accident.
  const tokensAfter = await createTokens();
  await api.asOwner('UPDATE users SET first_name = NULL; DELETE FROM idempotency_keys');
  await waitForArchive(api);
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  // The disk is lost. The base backup and the archive are elsewhere.
  await rm(data, { recursive: true });

  const recoveryStartedAt = performance.now();
  await addSignalFile(backup, 'recovery.signal');
  const recovered = await startPostgres({
    folder: backup,
    port: server.port,
    database: 'template',
    settings: {
      restore_command: `cp "${archive}/%f" %p`,
      recovery_target_time: time,
      recovery_target_action: 'promote',
    },
  });
  cleanUps.push(() => recovered.stop());
  await pollUntil(
    async () =>
      (await queryOnce(ownerUrl.href, 'SELECT pg_is_in_recovery() AS recovering')) as [{ recovering: boolean }],
    ([row]) => !row.recovering,
  );
  const differing = differingTables(expected, await hashesOf(ownerUrl.href));
  await finishRecovery({ url: ownerUrl.href, restarted: false }, print);
  const recoverySeconds = secondsSince(recoveryStartedAt);
  const tokens = (await queryOnce(ownerUrl.href, 'SELECT id FROM auth_tokens ORDER BY id')) as { id: string }[];
  const sessions = (await queryOnce(ownerUrl.href, 'SELECT count(*)::int AS count FROM sessions')) as {
    count: number;
  }[];
  const created = new Set([...tokensBefore, ...tokensAfter]);
  return {
    differingTables: differing,
    tokensBefore,
    tokensAfter,
    recoveredTokens: tokens.map(({ id }) => id).filter((id) => created.has(id)),
    sessionsLeft: singleRow(sessions).count,
    target: time,
    recoverySeconds,
  };
}

const secondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 100) / 10;

const hashesOf = (url: string) => withConnection(url, (client) => withSnapshot(client, () => hashTables(client)));

/** Ends the current WAL file, as `archive_timeout` does every five minutes, and waits until it is in the archive. */
async function waitForArchive(api: TestApi): Promise<void> {
  const [{ file }] = (await api.asOwner('SELECT pg_walfile_name(pg_switch_wal()) AS file')) as [{ file: string }];
  await pollUntil(
    async () =>
      (await api.asOwner('SELECT last_archived_wal AS last FROM pg_stat_archiver')) as [{ last: string | null }],
    ([{ last }]) => last !== null && last >= file,
  );
}
