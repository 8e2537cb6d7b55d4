import { formatUtcDateTime, type ownershipCalls } from '@portal/contract';
import { personalTo } from '../../../request/audit/personal-values.ts';
import { writeAuditEntries } from '../../../request/audit/write-entries.ts';
import { hashSecret } from '../../../request/auth/secrets.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Context, Handlers, HtmlPageResponse } from '../../../request/call/types.ts';
import { closeReassignment, objectionUrl } from './reassignments.ts';

type ObjectionCalls = Pick<typeof ownershipCalls, 'showReassignment' | 'objectToReassignment'>;

export const objectionHandlers: Handlers<ObjectionCalls> = {
  async showReassignment({ query: { token } }, context) {
    return reassignmentPage(await findByToken(token, context), token, context);
  },

  async objectToReassignment({ query: { token } }, context) {
    const { services, request } = context;
    const { id, workspaceId, fromUserId, toUserId, to } = await findByToken(token, context);
    await inTransaction(services, async ({ db }) => {
      if (!(await closeReassignment(id, 'OBJECTED', db))) return;
      const event = {
        action: 'objectToReassignment',
        actor: { userId: fromUserId },
        credential: 'link',
        workspaceId,
        subjectUserId: toUserId,
        details: { email: personalTo(toUserId, to.email) },
        request,
      } as const;
      await writeAuditEntries([event], { db });
    });
    return reassignmentPage(await findByToken(token, context), token, context);
  },
};

const parties = { workspace: true, to: true } satisfies Prisma.OwnershipReassignmentInclude;
type Reassignment = Prisma.OwnershipReassignmentGetPayload<{ include: typeof parties }>;

/** Throws if the link is incomplete, or not from the latest email. */
async function findByToken(token = '', { db }: Context): Promise<Reassignment> {
  const reassignment =
    token === ''
      ? null
      : await db.ownershipReassignment.findUnique({ where: { objectionHash: hashSecret(token) }, include: parties });
  if (!reassignment) throw apiError('InvalidLink');
  return reassignment;
}

/** The page of the link: a button while the change is pending, then the outcome. */
function reassignmentPage(
  { workspace: { displayName }, to: { nickname }, effectiveAt, outcome }: Reassignment,
  token = '',
  { services: { settings } }: Context,
): HtmlPageResponse {
  const workspaces = { label: 'Open your workspaces', href: `${settings.PORTAL_URL}/workspaces` };
  const contact = `If you have questions, contact ${settings.SUPPORT_EMAIL}.`;
  switch (outcome) {
    case 'OBJECTED':
      return {
        page: {
          title: 'You stay the owner',
          text: `You objected, so ${displayName} keeps you as its owner. ${contact}`,
          action: workspaces,
        },
      };
    case 'COMPLETED':
      return {
        page: {
          title: 'The owner has changed',
          text: `${nickname} is now the owner of ${displayName}. It is too late to object by this link. ${contact}`,
          action: workspaces,
        },
      };
    case 'CANCELLED':
    case 'SUPERSEDED':
      return {
        page: {
          title: 'Nothing to object to',
          text: `Support no longer plans to change the owner of ${displayName}. ${contact}`,
          action: workspaces,
        },
      };
    case null:
      return {
        page: {
          title: `Stay the owner of ${displayName}?`,
          text: `Support plans to make ${nickname} the owner${effectiveAt ? ` on ${formatUtcDateTime(effectiveAt)}` : ''}. If you object, nothing changes.`,
          action: { label: 'Object', href: objectionUrl(token, settings), method: 'post' },
        },
      };
  }
}
