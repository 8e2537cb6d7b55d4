import type { auditCalls } from '@portal/contract';
import type { Handlers } from '../http/handlers.ts';
import { ownActs, readsOfSupport } from './act-of-support.ts';
import { presenter } from './audit.present.ts';
import { readEntries } from './read-entries.ts';

export const auditHandlers: Handlers<typeof auditCalls> = {
  async listAuditEntries({ query }, context) {
    const { rows, next } = await readEntries(query, context);
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    context.note({ details: { ...Object.fromEntries(given), found: rows.length } });
    if (next !== null) context.linkNext(next);
    const { forStaff } = await presenter(rows, context);
    return { entries: rows.map(forStaff), next };
  },

  async listWorkspaceAuditEntries({ query }, context) {
    const { workspaceId } = context.membership;
    const namesSomebody = query.actorUserId !== undefined || query.subjectUserId !== undefined;
    // Otherwise a filter would tell whom of support an act is of.
    const alsoWhere = { action: namesSomebody ? { in: ownActs } : { notIn: readsOfSupport } };
    const { rows, next } = await readEntries({ ...query, workspaceId }, context, alsoWhere);
    if (next !== null) context.linkNext(next);
    const { forOwner } = await presenter(rows, context, workspaceId);
    return { entries: rows.map(forOwner), next };
  },
};
