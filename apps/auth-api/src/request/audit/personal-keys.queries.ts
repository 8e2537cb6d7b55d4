import type { DbContext } from '../../platform/db/transaction.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { PersonalKey } from '../account/actor.ts';

interface KeyOwners {
  readonly userIds: readonly string[];
  readonly serviceAccountIds: readonly string[];
  readonly addressHashes: readonly string[];
}

export interface PersonalKeyRow extends PersonalKey {
  /** The user, the service account or the hash of the address. */
  readonly ownerId: string;
}

/**
 * Returns the keys of users and service accounts, and the keys of addresses for the current month. Creates those that do not exist. A user
 * who was deleted has no key and gets none. One statement, or two if another transaction creates a key at the same time.
 */
export async function getOrCreateKeys(owners: KeyOwners, { db }: DbContext): Promise<readonly PersonalKeyRow[]> {
  const keys = await db.$queryRaw<PersonalKeyRow[]>(getOrCreate(owners));
  if (keys.length === Object.values(owners).flat().length) return keys;
  // The statement does not see a key that was committed after it started.
  return db.$queryRaw<PersonalKeyRow[]>(getOrCreate(owners));
}

/** Locks the users and service accounts without a key, so that none of them is deleted before the key exists. */
const getOrCreate = ({ userIds, serviceAccountIds, addressHashes }: KeyOwners) => Prisma.sql`
  /* get-or-create-personal-keys */
  WITH current AS (SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date AS month),
  existing AS MATERIALIZED (
    SELECT id, user_id, service_account_id, address_hash, key FROM personal_keys WHERE user_id = ANY (${userIds}::text[])
    UNION ALL
    SELECT id, user_id, service_account_id, address_hash, key FROM personal_keys
    WHERE service_account_id = ANY (${serviceAccountIds}::text[])
    UNION ALL
    SELECT id, user_id, service_account_id, address_hash, key FROM personal_keys
    WHERE address_hash = ANY (${addressHashes}::text[]) AND month = (SELECT month FROM current)),
  users_without_key AS (
    SELECT id FROM users
    WHERE id = ANY (${userIds}::text[]) AND id NOT IN (SELECT user_id FROM existing WHERE user_id IS NOT NULL)
    ORDER BY id FOR KEY SHARE),
  service_accounts_without_key AS (
    SELECT id FROM service_accounts
    WHERE id = ANY (${serviceAccountIds}::text[])
      AND id NOT IN (SELECT service_account_id FROM existing WHERE service_account_id IS NOT NULL)
    ORDER BY id FOR KEY SHARE),
  created AS (
    INSERT INTO personal_keys (user_id, service_account_id, address_hash, month)
    SELECT id, NULL, NULL, NULL::date FROM users_without_key
    UNION ALL
    SELECT NULL, id, NULL, NULL::date FROM service_accounts_without_key
    UNION ALL
    SELECT NULL, NULL, hash, month FROM unnest(${addressHashes}::text[]) AS hash CROSS JOIN current
    WHERE hash NOT IN (SELECT address_hash FROM existing WHERE address_hash IS NOT NULL)
    ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING
    RETURNING id, user_id, service_account_id, address_hash, key)
  SELECT id, coalesce(user_id, service_account_id, address_hash) AS "ownerId", key FROM existing
  UNION ALL
  SELECT id, coalesce(user_id, service_account_id, address_hash), key FROM created`;

/** Returns the keys that still exist. */
export const findKeys = (ids: readonly string[], { db }: DbContext): Promise<PersonalKey[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.personalKey.findMany({ where: { id: { in: [...ids] } }, select: { id: true, key: true } });
