import type { auditCalls } from '@portal/contract';
import type { Actor } from '../../../request/account/actor.ts';
import type { Handlers, MemberContext } from '../../../request/call/types.ts';
import { listActivity, listActivityInBatches, toActivityCsv, toNdjson } from './activity.ts';
import { toOwnerEntries } from './activity.presenters.ts';
import { activityFileName } from './file-name.ts';

type ActivityCall = 'listWorkspaceAuditEntries' | 'exportWorkspaceAuditCsv' | 'exportWorkspaceAuditNdjson';

export const activityHandlers: Handlers<Pick<typeof auditCalls, ActivityCall>> = {
  async listWorkspaceAuditEntries({ query }, context) {
    const { rows, next } = await listActivity(query, context);
    if (next !== null) context.linkNext(next);
    return { entries: await toOwnerEntries(rows, context.membership.workspaceId, context), next };
  },

  async exportWorkspaceAuditCsv({ query }, context) {
    if (context.needsConfirmation) return context.confirmationPage(confirmExport);
    return toActivityCsv(await fileNameOf('csv', context), listActivityInBatches(query, context));
  },

  async exportWorkspaceAuditNdjson({ query }, context) {
    if (context.needsConfirmation) return context.confirmationPage(confirmExport);
    return {
      fileName: await fileNameOf('ndjson', context),
      parts: toNdjson(listActivityInBatches(query, context)),
    };
  },
};

async function fileNameOf(
  extension: 'csv' | 'ndjson',
  { db, membership: { workspaceId } }: MemberContext<Actor>,
): Promise<string> {
  const { displayName } = await db.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { displayName: true },
  });
  return activityFileName(displayName, extension);
}

const confirmExport = {
  title: 'Download the activity?',
  text: 'This link downloads the activity of a workspace. Continue only if you expected this.',
  label: 'Download',
};
