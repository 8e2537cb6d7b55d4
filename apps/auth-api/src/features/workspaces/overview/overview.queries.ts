import type { WorkspaceOverview } from '@portal/contract';
import { singleRow } from '../../../platform/db/single-row.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { expiryPeriod, needsReplacement, soonDays } from '../../credentials/expiring-tokens.ts';
import { isPending } from '../invitations/invitations.queries.ts';

const maxMembers = 8;
/** Of tokens and invitations. */
const maxRows = 3;

type Invitations = NonNullable<WorkspaceOverview['invitations']>;

type Webhooks = NonNullable<WorkspaceOverview['webhooks']>;

/** Rows that JSON aggregates, each with the number of all of them; null for none. */
type Rows<Row> = readonly (Row & { readonly total: number })[] | null;

interface OverviewRow {
  readonly instanceSeenAt: Date | null;
  readonly members: Rows<WorkspaceOverview['members'][number]>;
  readonly endingTokens: Rows<WorkspaceOverview['endingTokens'][number]>;
  readonly invitations: Rows<Invitations['first'][number]>;
  readonly webhooks: Webhooks;
}

interface Overview extends Omit<WorkspaceOverview, 'invitations' | 'webhooks' | 'activity'> {
  readonly invitations: Invitations;
  readonly webhooks: Webhooks;
}

/** Reads what concerns all members of a workspace, the invitations, and the webhooks. */
export async function readOverview(workspaceId: string, { db }: DbContext): Promise<Overview> {
  const row = singleRow(
    await db.$queryRaw<OverviewRow[]>`
      /* overview-of-workspace */
      SELECT w.instance_seen_at AS "instanceSeenAt",
        (SELECT jsonb_agg(first) FROM (
          SELECT u.id AS "userId", u.nickname, m.role, count(*) OVER () AS total
          FROM memberships m JOIN users u ON u.id = m.user_id
          WHERE m.workspace_id = w.id ORDER BY m.role, lower(u.nickname) COLLATE "C", u.id LIMIT ${maxMembers}::int) first) AS members,
        (SELECT jsonb_agg(first) FROM (
          SELECT t.id, t.name, coalesce(u.nickname, s.name) AS "principalName", t.expires_at AS "expiresAt", count(*) OVER () AS total
          FROM auth_tokens t LEFT JOIN users u ON u.id = t.user_id LEFT JOIN service_accounts s ON s.id = t.service_account_id
          CROSS JOIN LATERAL ${expiryPeriod()}
          WHERE t.workspace_id = w.id AND period.days <= ${soonDays}::int AND ${needsReplacement}
          ORDER BY t.expires_at, t.id LIMIT ${maxRows}::int) first) AS "endingTokens",
        (SELECT jsonb_agg(first) FROM (
          SELECT i.id, i.email, i.role, i.expires_at AS "expiresAt", count(*) OVER () AS total
          FROM invitations i WHERE i.workspace_id = w.id AND ${isPending}
          ORDER BY i.expires_at, i.id LIMIT ${maxRows}::int) first) AS invitations,
        (SELECT jsonb_build_object(
            'paused', count(*) FILTER (WHERE h.paused_at IS NOT NULL),
            'failing', count(*) FILTER (WHERE h.paused_at IS NULL AND h.failing_since IS NOT NULL))
          FROM webhooks h WHERE h.workspace_id = w.id) AS webhooks
      FROM workspaces w WHERE w.id = ${workspaceId}`,
  );
  return {
    members: (row.members ?? []).map(withoutTotal),
    memberCount: totalOf(row.members),
    endingTokens: (row.endingTokens ?? []).map(withoutTotal).map(withTime),
    endingTokenCount: totalOf(row.endingTokens),
    instanceSeenAt: row.instanceSeenAt?.toISOString() ?? null,
    invitations: {
      first: (row.invitations ?? []).map(withoutTotal).map(withTime),
      count: totalOf(row.invitations),
    },
    webhooks: row.webhooks,
  };
}

const totalOf = (rows: Rows<unknown>) => rows?.[0]?.total ?? 0;

const withoutTotal = <Row>({ total: _, ...row }: Row & { readonly total: number }) => row;

/** In JSON, PostgreSQL writes a time with its zone. */
const withTime = <Row extends { readonly expiresAt: string }>(row: Row): Row => ({
  ...row,
  expiresAt: new Date(row.expiresAt).toISOString(),
});
