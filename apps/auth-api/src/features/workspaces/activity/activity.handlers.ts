import type { auditCalls } from '@portal/contract';
import type { Handlers } from '../../../request/call/types.ts';
import { listActivity, listActivityInBatches, toActivityCsv, toNdjson } from './activity.ts';
import { toOwnerEntries } from './activity.presenters.ts';

type ActivityCall = 'listWorkspaceAuditEntries' | 'exportWorkspaceAuditCsv' | 'exportWorkspaceAuditNdjson';

export const activityHandlers: Handlers<Pick<typeof auditCalls, ActivityCall>> = {
  async listWorkspaceAuditEntries({ query }, context) {
    const { rows, next } = await listActivity(query, context);
    if (next !== null) context.linkNext(next);
    return { entries: await toOwnerEntries(rows, context.membership.workspaceId, context), next };
  },

  exportWorkspaceAuditCsv({ query }, context) {
    if (context.needsConfirmation) return context.confirmationPage(confirmExport);
    return toActivityCsv(listActivityInBatches(query, context));
  },

  exportWorkspaceAuditNdjson({ query }, context) {
    if (context.needsConfirmation) return context.confirmationPage(confirmExport);
    return { fileName: 'activity.ndjson', parts: toNdjson(listActivityInBatches(query, context)) };
  },
};

const confirmExport = {
  title: 'Download the activity?',
  text: 'This link downloads the activity of a workspace. Continue only if you expected this.',
  label: 'Download',
};
