import type { ServiceAccount as ServiceAccountResponse } from '@portal/contract';
import type { Prisma, ServiceAccount } from '../../generated/prisma/client.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { lockModes, type LockMode } from '../../request/account/row-locks.ts';

/** Locks a service account for reading (`SHARE`) or for a change (`UPDATE`). Throws `ServiceAccountNotFound` without a live one. */
export async function serviceAccountForUpdate(
  id: string,
  workspaceId: string,
  mode: LockMode,
  db: Prisma.TransactionClient,
): Promise<ServiceAccount> {
  await db.$queryRaw`SELECT 1 FROM service_accounts WHERE id = ${id} AND workspace_id = ${workspaceId} ${lockModes[mode]}`;
  const found = await db.serviceAccount.findUnique({ where: { id, workspaceId, deletedAt: null } });
  if (!found) throw apiError('ServiceAccountNotFound');
  return found;
}

type ServiceAccountRow = Omit<ServiceAccountResponse, 'createdAt' | 'lastUsedAt'> & {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
};

/** Lists the service accounts of a workspace by name, without deleted ones: all of them, or the one with an id. */
export async function listServiceAccounts(
  workspaceId: string,
  db: Prisma.TransactionClient,
  id?: string,
): Promise<ServiceAccountResponse[]> {
  const rows = await db.$queryRaw<ServiceAccountRow[]>`
    /* service-accounts-of-workspace */
    SELECT s.id, s.name, s.description, s.role, s.created_at AS "createdAt", s.created_by_id AS "createdById",
      count(t.id) FILTER (WHERE t.revoked_at IS NULL AND t.expires_at > now())::int AS "activeTokens",
      max(t.last_used_at) AS "lastUsedAt"
    FROM service_accounts s LEFT JOIN auth_tokens t ON t.service_account_id = s.id
    WHERE s.workspace_id = ${workspaceId} AND s.deleted_at IS NULL AND (${id ?? null}::text IS NULL OR s.id = ${id ?? null}::text)
    GROUP BY s.id ORDER BY folded(s.name) COLLATE "C", s.id`;
  return rows.map(({ createdAt, lastUsedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}
