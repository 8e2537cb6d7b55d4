import { formatUtcDateTime } from '@portal/contract';
import { isLocked } from '../../request/account/account-lock.ts';
import { pendingDeletion, undoUrl } from '../../request/account/deletions.ts';
import { createSecret, hashSecret } from '../../request/auth/secrets.ts';
import type { Email } from '../../integrations/smtp/mailer.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import type { AccountEmailDefinition, NoDetails } from './account-email-definition.ts';
import { changePassword, contactSupport, endSessions } from './layout/content.ts';
import { renderEmail } from './layout/render-email.ts';
import { quoteName } from './layout/safe-text.ts';
import type { NamedWorkspace } from './names.ts';

interface RequestDetails {
  readonly requestedAt: string;
  readonly workspaceIds: readonly string[];
}

interface RequestedDeletion {
  readonly requestedAt: Date;
  readonly dueAt: Date;
  /** Whether the account is locked: then it is deleted after the end of the lock. */
  readonly isLocked: boolean;
  /** The workspaces that are deleted with the account. */
  readonly workspaces: readonly Pick<NamedWorkspace, 'displayName'>[];
  /** Contains a secret. */
  readonly undoUrl: string;
}

/**
 * Notifies a user that the account will be deleted, when, what is deleted with it, and how to keep it. Only the hash of the link's
 * secret is stored, so each attempt to send the email makes a new link.
 */
export const deletionRequested: AccountEmailDefinition<RequestDetails, RequestedDeletion> = {
  optional: false,
  urgency: 'security',
  hasMessageIdPerAttempt: true,
  async read({ requestedAt, workspaceIds }, { db, committedDb, userId, settings }) {
    const secret = createSecret();
    const isPending = await committedDb.accountDeletion.updateMany({
      where: { userId, requestedAt, startedAt: null, ...pendingDeletion },
      data: { undoHash: hashSecret(secret) },
    });
    if (isPending.count === 0) return null;
    const { dueAt } = await committedDb.accountDeletion.findUniqueOrThrow({ where: { userId } });
    const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const isUserLocked = isLocked(user, await databaseNow(db));
    const workspaces = await db.workspace.findMany({
      where: { id: { in: [...workspaceIds] }, deletedAt: null },
      orderBy: { displayName: 'asc' },
    });
    return {
      requestedAt: new Date(requestedAt),
      dueAt,
      isLocked: isUserLocked,
      workspaces,
      undoUrl: undoUrl(secret, settings),
    };
  },
  render({ requestedAt, dueAt, workspaces, ...deletion }, settings) {
    const due = formatUtcDateTime(dueAt);
    return {
      subject: `Your ${settings.PRODUCT_NAME} account will be deleted`,
      sentence: deletion.isLocked
        ? `As you requested, we will delete your account on ${due}, or later, when the lock has ended.`
        : `As you requested, we will delete your account on ${due}.`,
      link: { label: 'Keep my account', href: deletion.undoUrl },
      paragraphs: [
        'We will delete your profile, login, API tokens, memberships and billing, and end your subscription. We cannot restore them. Until then, you can use everything, but you cannot invite people to your workspaces.',
        ...(workspaces.length > 0
          ? [
              'We have cancelled the open invitations to the workspaces below. They stay cancelled if you keep your account.',
            ]
          : []),
      ],
      facts: {
        Requested: formatUtcDateTime(requestedAt),
        ...(workspaces.length > 0 && { 'Deleted with it': listNames(workspaces) }),
      },
      advice: {
        when: 'If you did not request this',
        steps: [
          { label: 'Choose “Keep my account” above' },
          endSessions(settings),
          changePassword(settings),
          contactSupport(settings),
        ],
      },
      footnote: 'Do not forward this email. Anyone with the link can keep your account.',
    };
  },
};

/** More are counted. */
const maxNames = 10;

function listNames(workspaces: RequestedDeletion['workspaces']): string {
  const names = workspaces.slice(0, maxNames).map(({ displayName }) => quoteName(displayName));
  const rest = workspaces.length - names.length;
  return [...names, ...(rest > 0 ? [`${rest} more ${rest === 1 ? 'workspace' : 'workspaces'}`] : [])].join(', ');
}

/** Notifies a user that the account will not be deleted. */
export const deletionCancelled: AccountEmailDefinition<NoDetails, NoDetails> = {
  optional: false,
  urgency: 'information',
  read: (details) => details,
  render: ({ at }, settings) => ({
    subject: `Your ${settings.PRODUCT_NAME} account will not be deleted`,
    sentence: 'The deletion was cancelled. Nothing was deleted.',
    link: { label: 'Open your profile', href: `${settings.PORTAL_URL}/profile` },
    facts: { Cancelled: formatUtcDateTime(at) },
    advice: {
      when: 'If you did not cancel it',
      steps: [changePassword(settings), endSessions(settings), contactSupport(settings)],
    },
  }),
};

interface BlockDetails {
  readonly workspaceIds: readonly string[];
  readonly hasUnpaidInvoices: boolean;
}

interface BlockedDeletion {
  /** The workspaces that the user owns and that have other members. */
  readonly workspaces: readonly Pick<NamedWorkspace, 'displayName'>[];
  readonly hasUnpaidInvoices: boolean;
}

/** Notifies a user that the account can no longer be deleted, so that the deletion is cancelled, and why. */
export const deletionBlocked: AccountEmailDefinition<BlockDetails, BlockedDeletion> = {
  optional: false,
  urgency: 'attention',
  async read({ workspaceIds, hasUnpaidInvoices }, { db }) {
    const workspaces = await db.workspace.findMany({ where: { id: { in: [...workspaceIds] }, deletedAt: null } });
    return { workspaces, hasUnpaidInvoices };
  },
  render({ workspaces, hasUnpaidInvoices }, settings) {
    const names = workspaces.map(({ displayName }) => quoteName(displayName)).join(', ');
    return {
      subject: `Your ${settings.PRODUCT_NAME} account was not deleted`,
      sentence: 'We cancelled the deletion that was due today, and nothing was deleted.',
      link: { label: 'Open your account', href: `${settings.PORTAL_URL}/profile/account` },
      paragraphs: [
        ...(names === ''
          ? []
          : [
              `You own workspaces that have other members: ${names}. Hand them over to another member, or delete them.`,
            ]),
        ...(hasUnpaidInvoices ? ['You have an unpaid invoice. Pay it first.'] : []),
        'After that, request the deletion again on the page of your account.',
      ],
      advice: { when: 'If you did not request the deletion', steps: [contactSupport(settings)] },
    };
  },
};

/** The last email to a user. */
export function accountDeletedEmail({ to }: { to: string }, settings: Settings): Email {
  const { PRODUCT_NAME: product, SUPPORT_EMAIL } = settings;
  return renderEmail(
    {
      to,
      urgency: 'information',
      subject: `Your ${product} account is deleted`,
      sentence: 'As you requested, we have deleted your profile, your login, your workspaces and your billing.',
      paragraphs: [
        'They cannot be restored, and we no longer store this address: this is our last email to you.',
        'The log of past actions keeps a random ID instead of your name. You can sign up again at any time, as a new user.',
      ],
      footnote: `If you did not request this, contact ${SUPPORT_EMAIL}.`,
    },
    settings,
  );
}
