import type { MyEndingToken } from '@portal/contract';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { expiryPeriod, needsReplacement, soonDays } from '../../credentials/expiring-tokens.ts';

const maxTokens = 20;

interface EndingTokenRow extends Omit<MyEndingToken, 'expiresAt'> {
  readonly expiresAt: Date;
  readonly total: number;
}

/** Lists the API tokens that end soon and that the user can replace: see `canReceiveSecret`. */
export async function listEndingTokens(
  userId: string,
  { db }: DbContext,
): Promise<{ endingTokens: MyEndingToken[]; endingTokenCount: number }> {
  const rows = await db.$queryRaw<EndingTokenRow[]>`
    /* ending-tokens-of-user */
    SELECT t.id, t.name, w.id AS "workspaceId", w.display_name AS "workspaceName", s.name AS "serviceAccountName",
      t.expires_at AS "expiresAt", count(*) OVER ()::int AS total
    FROM memberships m
      JOIN workspaces w ON w.id = m.workspace_id AND w.deleted_at IS NULL AND w.quarantined_at IS NULL
      JOIN auth_tokens t ON t.workspace_id = m.workspace_id
        AND (t.user_id = m.user_id OR t.user_id IS NULL AND m.role = 'OWNER')
      LEFT JOIN service_accounts s ON s.id = t.service_account_id
      CROSS JOIN LATERAL ${expiryPeriod()}
    WHERE m.user_id = ${userId} AND period.days <= ${soonDays}::int AND ${needsReplacement}
    ORDER BY t.expires_at, t.id LIMIT ${maxTokens}::int`;
  return {
    endingTokens: rows.map(({ total: _, expiresAt, ...token }) => ({ ...token, expiresAt: expiresAt.toISOString() })),
    endingTokenCount: rows[0]?.total ?? 0,
  };
}
