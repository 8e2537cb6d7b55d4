import type { AuthToken } from '@portal/contract';
import { heldIfAdmitted } from '../members/hold-membership.ts';

/** Makes a token, if there is still a membership for it: no token outlives what it was made by. */
export const createAuthToken = {
  name: 'create-token',
  parts: `
    made AS (
      INSERT INTO auth_tokens (id, workspace_id, creator_user_id, name, created_at, expires_at)
      SELECT $3, workspace.id, held.id, $4, $5::timestamptz, $6::timestamptz FROM ${heldIfAdmitted}
      RETURNING id)`,
};

export const valuesOfToken = (workspaceId: string, { creatorUserId, id, name, createdAt, expiresAt }: AuthToken) => [
  workspaceId,
  creatorUserId,
  id,
  name,
  createdAt,
  expiresAt,
];
