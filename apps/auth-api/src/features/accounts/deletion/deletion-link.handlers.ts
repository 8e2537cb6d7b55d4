import { formatUtcDateTime, type accountCalls } from '@portal/contract';
import { cancelDeletion, undoUrl } from '../../../request/account/deletions.ts';
import { enqueueAccountEmail } from '../../emails/enqueue-account-email.ts';
import { writeAuditEntries } from '../../../request/audit/write-entries.ts';
import { hashSecret } from '../../../request/auth/secrets.ts';
import { userForUpdate } from '../../../request/account/row-locks.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import type { AccountDeletion } from '../../../generated/prisma/client.ts';
import type { Context, Handlers, HtmlPageResponse } from '../../../request/call/types.ts';

type LinkCalls = Pick<typeof accountCalls, 'showAccountDeletion' | 'cancelAccountDeletionByLink'>;

export const deletionLinkHandlers: Handlers<LinkCalls> = {
  async showAccountDeletion({ query: { token } }, context) {
    return deletionPage(await findByToken(token, context), token, context);
  },

  async cancelAccountDeletionByLink({ query: { token } }, context) {
    const { request, services } = context;
    const { userId } = await findByToken(token, context);
    await inTransaction(services, async ({ db }) => {
      await userForUpdate(userId, 'UPDATE', db);
      // A later request has another link.
      await findByToken(token, { db });
      if (!(await cancelDeletion(userId, db))) return;
      await enqueueAccountEmail('deletionCancelled', userId, {}, db);
      const event = { action: 'cancelAccountDeletion', actor: { userId }, credential: 'link', request } as const;
      await writeAuditEntries([event], { db });
    });
    return deletionPage(await findByToken(token, context), token, context);
  },
};

/** Throws if the link is incomplete, or not from the latest email. */
async function findByToken(token = '', { db }: Pick<Context, 'db'>): Promise<AccountDeletion> {
  const deletion =
    token === '' ? null : await db.accountDeletion.findUnique({ where: { undoHash: hashSecret(token) } });
  if (!deletion) throw apiError('InvalidLink');
  return deletion;
}

/** The page of the link: a button while the deletion can be cancelled, then the outcome. */
function deletionPage(
  { cancelledAt, startedAt, dueAt }: AccountDeletion,
  token = '',
  { services: { settings } }: Context,
): HtmlPageResponse {
  const { PORTAL_URL, PRODUCT_NAME: product, SUPPORT_EMAIL } = settings;
  if (cancelledAt) {
    return {
      page: {
        title: 'Your account will not be deleted',
        text: `The deletion of your ${product} account is cancelled, and nothing was deleted. If you did not request it, change your password and contact ${SUPPORT_EMAIL}.`,
        action: { label: 'Open your workspaces', href: `${PORTAL_URL}/workspaces` },
      },
    };
  }
  if (startedAt) {
    return {
      page: {
        title: 'Too late to keep the account',
        text: `Your ${product} account was deleted and can’t be restored. You can sign up again with the same email address. If you have questions, contact ${SUPPORT_EMAIL}.`,
        action: { label: `Open ${product}`, href: PORTAL_URL },
      },
    };
  }
  return {
    page: {
      title: 'Keep your account?',
      text: `Your ${product} account will be deleted on ${formatUtcDateTime(dueAt)}. Keeping the account cancels the deletion.`,
      action: { label: 'Keep my account', href: undoUrl(token, settings), method: 'post' },
    },
  };
}
