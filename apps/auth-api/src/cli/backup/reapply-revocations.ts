import type pg from 'pg';
import { errorType } from '../../platform/errors/error-class.ts';
import { withConnection } from './connection.ts';

const tokenTables = ['auth_tokens', 'instance_tokens'] as const;
/** Longer than any transaction that had started before the backup and had not committed. */
const marginMs = 3_600_000;

/** A revoked token. */
interface RevokedToken {
  readonly table: (typeof tokenTables)[number];
  readonly id: string;
  readonly revokedAt: Date;
}

/** A token that another one replaced. It ends earlier than when it was created. */
interface ReplacedToken {
  readonly id: string;
  readonly replacedAt: Date;
  readonly expiresAt: Date;
}

interface DeletedServiceAccount {
  readonly id: string;
  readonly deletedAt: Date;
}

/** What ended since a backup. */
export interface Revocations {
  readonly tokens: readonly RevokedToken[];
  readonly replacements: readonly ReplacedToken[];
  readonly deletedServiceAccounts: readonly DeletedServiceAccount[];
}

export const noRevocations: Revocations = { tokens: [], replacements: [], deletedServiceAccounts: [] };

/**
 * Reads what ended since a backup from the database that the backup replaces. If that database cannot be read, the restore continues with
 * a warning.
 */
export async function readRevocations(
  url: string,
  backupCreatedAt: string,
  print: (line: string) => void,
): Promise<Revocations> {
  const since = new Date(Date.parse(backupCreatedAt) - marginMs);
  try {
    return await withConnection(url, (current) => selectRevocations(since, current));
  } catch (error) {
    print(
      `Cannot read the current database (${errorType(error)}): tokens revoked or replaced since the backup will be valid again.`,
    );
    return noRevocations;
  }
}

async function selectRevocations(since: Date, current: pg.Client): Promise<Revocations> {
  if (!(await hasTable('instance_tokens', current))) return noRevocations;
  const tokens: RevokedToken[] = [];
  for (const table of tokenTables) {
    const { rows } = await current.query<{ id: string; revokedAt: Date }>(
      `SELECT id, revoked_at AS "revokedAt" FROM ${table} WHERE revoked_at >= $1`,
      [since],
    );
    tokens.push(...rows.map((row) => ({ table, ...row })));
  }
  if (!(await hasTable('service_accounts', current))) return { ...noRevocations, tokens };
  const { rows: replacements } = await current.query<ReplacedToken>(
    `SELECT id, replaced_at AS "replacedAt", expires_at AS "expiresAt" FROM auth_tokens WHERE replaced_at >= $1`,
    [since],
  );
  const { rows: deletedServiceAccounts } = await current.query<DeletedServiceAccount>(
    `SELECT id, deleted_at AS "deletedAt" FROM service_accounts WHERE deleted_at >= $1`,
    [since],
  );
  return { tokens, replacements, deletedServiceAccounts };
}

/** A database of an earlier version has no service accounts, and its tokens cannot be replaced. */
const hasTable = async (name: string, client: pg.Client) =>
  (await client.query('SELECT 1 WHERE to_regclass($1) IS NOT NULL', [name])).rowCount !== 0;

export interface Reapplied {
  readonly sessions: number;
  readonly revoked: number;
  readonly replaced: number;
  readonly serviceAccounts: number;
}

/**
 * Keeps a restored database from undoing what ended since the backup: deletes all sessions, login attempts and codes, revokes the tokens
 * again, ends those that were replaced, and deletes service accounts again. All sessions, because the backup does not show which of them
 * ended later. For the same reason it ends all pending changes of owners.
 */
export async function reapplyRevocations(
  restored: pg.Client,
  { tokens, replacements, deletedServiceAccounts }: Revocations,
): Promise<Reapplied> {
  await restored.query('BEGIN');
  const { rowCount: sessions } = await restored.query('DELETE FROM sessions');
  await restored.query('DELETE FROM login_attempts; DELETE FROM connect_codes');
  await restored.query(`
    UPDATE ownership_offers SET closed_at = now(), outcome = 'ENDED' WHERE closed_at IS NULL;
    UPDATE ownership_reassignments SET closed_at = now(), outcome = 'CANCELLED' WHERE closed_at IS NULL`);
  let revoked = 0;
  for (const { table, id, revokedAt } of tokens) {
    const { rowCount } = await restored.query(
      `UPDATE ${table} SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`,
      [id, revokedAt],
    );
    revoked += rowCount ?? 0;
  }
  const since = (await hasTable('service_accounts', restored))
    ? await reapplyToServiceAccounts(restored, { replacements, deletedServiceAccounts })
    : { replaced: await shortenReplaced(replacements, restored), serviceAccounts: 0 };
  await restored.query('COMMIT');
  return { sessions: sessions ?? 0, revoked, ...since };
}

/** Ends replaced tokens when they ended, also in a backup that knows of no replacement. */
async function shortenReplaced(replacements: readonly ReplacedToken[], restored: pg.Client): Promise<number> {
  let shortened = 0;
  for (const { id, expiresAt } of replacements) {
    const { rowCount } = await restored.query(
      'UPDATE auth_tokens SET expires_at = $2 WHERE id = $1 AND expires_at > $2',
      [id, expiresAt],
    );
    shortened += rowCount ?? 0;
  }
  return shortened;
}

/** The backup does not have the tokens that replaced others since. */
async function reapplyToServiceAccounts(
  restored: pg.Client,
  { replacements, deletedServiceAccounts }: Pick<Revocations, 'replacements' | 'deletedServiceAccounts'>,
): Promise<Pick<Reapplied, 'replaced' | 'serviceAccounts'>> {
  for (const { id, replacedAt } of replacements)
    await restored.query('UPDATE auth_tokens SET replaced_at = $2 WHERE id = $1 AND replaced_at IS NULL', [
      id,
      replacedAt,
    ]);
  const replaced = await shortenReplaced(replacements, restored);
  let serviceAccounts = 0;
  for (const { id, deletedAt } of deletedServiceAccounts) {
    const { rowCount } = await restored.query(
      'UPDATE service_accounts SET deleted_at = $2, description = NULL WHERE id = $1 AND deleted_at IS NULL',
      [id, deletedAt],
    );
    serviceAccounts += rowCount ?? 0;
    await restored.query(
      'UPDATE auth_tokens SET revoked_at = $2 WHERE service_account_id = $1 AND revoked_at IS NULL',
      [id, deletedAt],
    );
    await restored.query(
      `UPDATE invitations SET cancelled_at = $2 WHERE inviter_service_account_id = $1
         AND num_nonnulls(accepted_at, declined_at, cancelled_at) = 0`,
      [id, deletedAt],
    );
  }
  return { replaced, serviceAccounts };
}
