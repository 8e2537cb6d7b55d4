import type { FirstSteps } from '@portal/contract';
import type { User } from '../../../generated/prisma/client.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { toIsoTimestamp } from '../../../platform/lib/iso-timestamp.ts';
import { isPending } from '../../workspaces/invitations/invitations.queries.ts';

interface FirstStepsRow {
  readonly workspaceId: string;
  readonly hasColleagues: boolean;
  readonly id: string | null;
  readonly name: string;
  readonly scopes: string[];
  readonly lastUsedAt: Date | null;
  readonly lastUsedNetwork: string | null;
}

/** Reads how far a user is in the active workspaces that they own: the one with a token that was used, with a token, or the default one. */
export async function readFirstSteps(userId: User['id'], { db }: DbContext): Promise<FirstSteps> {
  const [row] = await db.$queryRaw<FirstStepsRow[]>`
    /* first-steps */
    SELECT w.id AS "workspaceId", t.id, t.name, t.scopes, t.last_used_at AS "lastUsedAt", t.last_used_network AS "lastUsedNetwork",
      EXISTS (SELECT 1 FROM memberships o WHERE o.workspace_id = w.id AND o.user_id <> m.user_id)
        OR EXISTS (SELECT 1 FROM invitations i WHERE i.workspace_id = w.id AND ${isPending}) AS "hasColleagues"
    FROM memberships m
    JOIN workspaces w ON w.id = m.workspace_id AND w.deleted_at IS NULL AND w.quarantined_at IS NULL
    LEFT JOIN LATERAL (
      SELECT * FROM auth_tokens
      WHERE workspace_id = w.id AND created_by_id = m.user_id
        AND (last_used_at IS NOT NULL OR (revoked_at IS NULL AND expires_at > now()))
      ORDER BY last_used_at IS NULL, id DESC LIMIT 1) t ON true
    WHERE m.user_id = ${userId} AND m.role = 'OWNER'
    ORDER BY t.last_used_at IS NULL, t.id IS NULL, m.is_default DESC, w.instance_env_type, w.id LIMIT 1`;
  if (!row) return { workspaceId: null, token: null, hasColleagues: false };
  const { workspaceId, hasColleagues, id, name, scopes, lastUsedAt, lastUsedNetwork } = row;
  const token = id === null ? null : { id, name, scopes, lastUsedAt: toIsoTimestamp(lastUsedAt), lastUsedNetwork };
  return { workspaceId, token, hasColleagues };
}
