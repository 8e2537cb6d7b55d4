import { pendingDeletion, undoUrl } from '../../request/account/deletions.ts';
import { isLocked } from '../../request/account/account-lock.ts';
import { createSecret, hashSecret } from '../../request/auth/secrets.ts';
import type { Settings } from '../../platform/config/settings.ts';
import {
  continuationOf,
  dueOf,
  invoiceUrl,
  isContinued,
  mirroredInvoicesOf,
  toCard,
  toChargeOnRestart,
  toChargeOnResume,
  toPrice,
} from '../../integrations/stripe/billing-overview.presenters.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import { approverJoinedEmail } from './templates/approver-joined.ts';
import { billingEmailChangedEmail } from './templates/billing-email-changed.ts';
import { deletionBlockedEmail } from './templates/deletion-blocked.ts';
import { deletionCancelledEmail } from './templates/deletion-cancelled.ts';
import { deletionRequestedEmail } from './templates/deletion-requested.ts';
import { emailChangedEmail } from './templates/email-changed.ts';
import { invitationAcceptedEmail } from './templates/invitation-accepted.ts';
import { memberRemovedEmail } from './templates/member-removed.ts';
import { newDeviceEmail } from './templates/new-device.ts';
import { otherLoginsEmail } from './templates/other-logins.ts';
import { ownershipDeclinedEmail } from './templates/ownership-declined.ts';
import { ownershipMovedEmail } from './templates/ownership-moved.ts';
import { ownershipOfferedEmail } from './templates/ownership-offered.ts';
import { paymentFailedEmail } from './templates/payment-failed.ts';
import { roleChangedEmail } from './templates/role-changed.ts';
import { sessionsEndedByStaffEmail } from './templates/sessions-ended-by-staff.ts';
import { subscriptionEndedEmail } from './templates/subscription-ended.ts';
import { subscriptionPausedEmail } from './templates/subscription-paused.ts';
import { subscriptionResumedEmail } from './templates/subscription-resumed.ts';
import { tokenCreatedEmail } from './templates/token-created.ts';
import { tokenExpiringEmail } from './templates/token-expiring.ts';
import { trialEndingEmail } from './templates/trial-ending.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { AccountEmail, Prisma } from '../../generated/prisma/client.ts';
import type { Email } from '../../integrations/smtp/mailer.ts';
import { newId } from '../../platform/lib/ids.ts';
import type { AccountEmailDetails, AccountEmailKind } from './kinds.ts';
import { findOtherLogins } from './other-logins.ts';

interface ComposeContext {
  readonly db: Prisma.TransactionClient;
  /** Outside of the transaction that sends the email: for what has to be stored before the email is sent. */
  readonly committedDb: Prisma.TransactionClient;
  readonly settings: Settings;
  readonly to: string;
  readonly userId: string;
  /** When the event happened. */
  readonly at: Date;
}

/** Composes an email from the current names of what it is about. Returns null if that no longer exists. */
type Compose<Kind extends AccountEmailKind> = (
  details: AccountEmailDetails[Kind],
  context: ComposeContext,
) => Promise<Email | null>;

const composers: { readonly [Kind in AccountEmailKind]: Compose<Kind> } = {
  newDevice: (client, { to, at, settings }) => Promise.resolve(newDeviceEmail({ to, at, ...client }, settings)),

  async tokenCreated({ tokenId }, { db, to, at, settings }) {
    const token = await db.authToken.findUnique({ where: { id: tokenId }, include: { workspace: true } });
    return token && tokenCreatedEmail({ to, at, token, workspace: token.workspace }, settings);
  },

  async tokenExpiring({ tokenId }, { db, to, settings }) {
    const token = await db.authToken.findUnique({ where: { id: tokenId }, include: { workspace: true } });
    const isUsable =
      token && !token.revokedAt && !token.workspace.deletedAt && token.expiresAt > (await databaseNow(db));
    return isUsable ? tokenExpiringEmail({ to, token, workspace: token.workspace }, settings) : null;
  },

  async invitationAccepted({ workspaceId, memberId, role }, { db, to, at, settings }) {
    const workspace = await db.workspace.findUnique({ where: { id: workspaceId } });
    const member = await db.user.findUnique({ where: { id: memberId } });
    return workspace && member && invitationAcceptedEmail({ to, at, workspace, member, role }, settings);
  },

  async approverJoined({ workspaceId, memberId, inviterId }, { db, to, at, settings }) {
    const workspace = await db.workspace.findUnique({ where: { id: workspaceId } });
    const member = await db.user.findUnique({ where: { id: memberId } });
    const inviter = inviterId === null ? null : await db.user.findUnique({ where: { id: inviterId } });
    return workspace && member && approverJoinedEmail({ to, at, workspace, member, inviter }, settings);
  },

  async roleChanged({ workspaceId, actorId, ...roles }, { db, to, at, settings }) {
    const event = await findMemberEvent(workspaceId, actorId, db);
    return event && roleChangedEmail({ to, at, ...event, ...roles }, settings);
  },

  async memberRemoved({ workspaceId, actorId }, { db, to, at, settings }) {
    const event = await findMemberEvent(workspaceId, actorId, db);
    return event && memberRemovedEmail({ to, at, ...event }, settings);
  },

  async otherLogins(_details, { db, to, at, userId, settings }) {
    const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const methods = await findOtherLogins(user, to, { db });
    return methods.length > 0 ? otherLoginsEmail({ to, at, methods }, settings) : null;
  },

  sessionsEndedByStaff: (_details, { to, at, settings }) =>
    Promise.resolve(sessionsEndedByStaffEmail({ to, at }, settings)),

  async emailChanged(_details, { db, to, at, userId, settings }) {
    const hasBilling = (await db.billingAccount.count({ where: { userId } })) > 0;
    return emailChangedEmail({ to, at, hasBilling }, settings);
  },

  billingEmailChanged: (_details, { to, at, settings }) =>
    Promise.resolve(billingEmailChangedEmail({ to, at }, settings)),

  async trialEnding({ trialEndsAt }, { db, to, userId, settings }) {
    const account = await db.billingAccount.findUnique({ where: { userId } });
    if (account?.subscriptionStatus !== 'trialing' || account.trialEndsAt?.toISOString() !== trialEndsAt) return null;
    const { trialEndsAt: endsAt, hasPaymentMethod } = account;
    const plan = { price: toPrice(account), card: toCard(account), isContinued: isContinued(account) };
    const continuation = continuationOf(account);
    return trialEndingEmail({ to, endsAt, hasPaymentMethod, ...plan, continuation }, settings);
  },

  async subscriptionPaused(_details, { db, to, userId, settings }) {
    const account = await db.billingAccount.findUnique({ where: { userId } });
    if (account?.subscriptionStatus !== 'paused') return null;
    return subscriptionPausedEmail({ to, price: toPrice(account), charge: toChargeOnResume(account) }, settings);
  },

  async paymentFailed({ invoiceId }, { db, to, userId, settings }) {
    const account = await db.billingAccount.findUnique({ where: { userId } });
    const invoice = account && mirroredInvoicesOf(account)?.find(({ id }) => id === invoiceId);
    // Otherwise it was paid meanwhile.
    if (!account || invoice?.status !== 'failed') return null;
    const paymentUrl = invoiceUrl(userId, invoiceId, 'payment', settings.AUTH_API_URL);
    return paymentFailedEmail({ to, invoice, due: dueOf(invoice), paymentUrl, card: toCard(account) }, settings);
  },

  async subscriptionResumed(_details, { db, to, userId, settings }) {
    const account = await db.billingAccount.findUnique({ where: { userId } });
    if (account?.subscriptionStatus !== 'active') return null;
    return subscriptionResumedEmail({ to, price: toPrice(account), nextInvoiceAt: account.nextInvoiceAt }, settings);
  },

  async subscriptionEnded({ reason }, { db, to, userId, settings }) {
    const account = await db.billingAccount.findUnique({ where: { userId } });
    // Otherwise it was started again meanwhile.
    if (account?.subscriptionStatus !== 'canceled') return null;
    const { endingAt } = account;
    return subscriptionEndedEmail({ to, reason, endingAt, chargedOnRestart: toChargeOnRestart(account) }, settings);
  },

  async deletionRequested({ requestedAt, workspaceIds }, { db, committedDb, to, userId, settings }) {
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
    const email = deletionRequestedEmail(
      { to, requestedAt: new Date(requestedAt), dueAt, workspaces, isLocked: isUserLocked },
      undoUrl(secret, settings),
      settings,
    );
    // A mail server that drops the second email of an id would drop the link that works.
    return { ...email, id: newId() };
  },

  deletionCancelled: (_details, { to, at, settings }) => Promise.resolve(deletionCancelledEmail({ to, at }, settings)),

  async deletionBlocked({ workspaceIds, hasUnpaidInvoices }, { db, to, settings }) {
    const workspaces = await db.workspace.findMany({ where: { id: { in: [...workspaceIds] }, deletedAt: null } });
    return deletionBlockedEmail({ to, workspaces, hasUnpaidInvoices }, settings);
  },

  async ownershipOffered({ offerId }, { db, to, settings }) {
    const offer = await db.ownershipOffer.findUnique({
      where: { id: offerId, closedAt: null, expiresAt: { gt: await databaseNow(db) } },
      include: { workspace: true, from: true },
    });
    return offer && ownershipOfferedEmail({ to, ...offer }, settings);
  },

  async ownershipDeclined({ workspaceId, memberId }, { db, to, at, settings }) {
    const workspace = await db.workspace.findUnique({ where: { id: workspaceId } });
    const member = await db.user.findUnique({ where: { id: memberId } });
    return workspace && member && ownershipDeclinedEmail({ to, at, workspace, member }, settings);
  },

  async ownershipMoved({ workspaceId, fromUserId, toUserId, isBySupport }, { db, to, at, userId, settings }) {
    const workspace = await db.workspace.findUnique({ where: { id: workspaceId } });
    const oldOwner = await db.user.findUnique({ where: { id: fromUserId } });
    const newOwner = await db.user.findUnique({ where: { id: toUserId } });
    if (!workspace || !oldOwner || !newOwner) return null;
    const isNewOwner = userId === toUserId;
    return ownershipMovedEmail({ to, at, workspace, oldOwner, newOwner, isNewOwner, isBySupport }, settings);
  },
};

async function findMemberEvent(workspaceId: string, actorId: string, db: Prisma.TransactionClient) {
  const workspace = await db.workspace.findUnique({ where: { id: workspaceId } });
  const actor = await db.user.findUnique({ where: { id: actorId } });
  return workspace && actor && { workspace, actor };
}

export function composeAccountEmail(
  { kind, details, recipient: to, userId, createdAt: at }: AccountEmail,
  context: Pick<ComposeContext, 'db' | 'committedDb' | 'settings'>,
): Promise<Email | null> {
  if (!Object.hasOwn(composers, kind)) throw new AppError('This version does not know this kind of account email.');
  const compose = composers[kind as AccountEmailKind] as Compose<AccountEmailKind>;
  return compose(details as AccountEmailDetails[AccountEmailKind], { ...context, to, userId, at });
}
