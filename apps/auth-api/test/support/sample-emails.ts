import { parseSettings } from '../../src/platform/config/settings.ts';
import { accountDeletedEmail } from '../../src/features/emails/templates/account-deleted.ts';
import { accountLockedEmail } from '../../src/features/emails/templates/account-locked.ts';
import { accountUnlockedEmail } from '../../src/features/emails/templates/account-unlocked.ts';
import { approverJoinedEmail } from '../../src/features/emails/templates/approver-joined.ts';
import { billingEmailChangedEmail } from '../../src/features/emails/templates/billing-email-changed.ts';
import { deletionBlockedEmail } from '../../src/features/emails/templates/deletion-blocked.ts';
import { deletionCancelledEmail } from '../../src/features/emails/templates/deletion-cancelled.ts';
import { deletionRequestedEmail } from '../../src/features/emails/templates/deletion-requested.ts';
import { emailChangedEmail } from '../../src/features/emails/templates/email-changed.ts';
import { invitationAcceptedEmail } from '../../src/features/emails/templates/invitation-accepted.ts';
import { invitationEmail } from '../../src/features/emails/templates/invitation.ts';
import { memberRemovedEmail } from '../../src/features/emails/templates/member-removed.ts';
import { newDeviceEmail } from '../../src/features/emails/templates/new-device.ts';
import { otherLoginsEmail } from '../../src/features/emails/templates/other-logins.ts';
import { ownershipDeclinedEmail } from '../../src/features/emails/templates/ownership-declined.ts';
import { ownershipMovedEmail } from '../../src/features/emails/templates/ownership-moved.ts';
import { ownershipOfferedEmail } from '../../src/features/emails/templates/ownership-offered.ts';
import { ownershipReassignmentEmail } from '../../src/features/emails/templates/ownership-reassignment.ts';
import { paymentFailedEmail } from '../../src/features/emails/templates/payment-failed.ts';
import { roleChangedEmail } from '../../src/features/emails/templates/role-changed.ts';
import { sessionsEndedByStaffEmail } from '../../src/features/emails/templates/sessions-ended-by-staff.ts';
import { subscriptionEndedEmail } from '../../src/features/emails/templates/subscription-ended.ts';
import { subscriptionPausedEmail } from '../../src/features/emails/templates/subscription-paused.ts';
import { subscriptionResumedEmail } from '../../src/features/emails/templates/subscription-resumed.ts';
import { tokenCreatedEmail } from '../../src/features/emails/templates/token-created.ts';
import { tokenExpiringEmail } from '../../src/features/emails/templates/token-expiring.ts';
import { trialEndingEmail } from '../../src/features/emails/templates/trial-ending.ts';
import { workspaceCreatedEmail } from '../../src/features/emails/templates/workspace-created.ts';
import type { Email } from '../../src/integrations/smtp/mailer.ts';
import { testEnvironment } from './api.ts';

/** Emails need neither the database nor the keys. */
export const settings = parseSettings({
  ...testEnvironment,
  DATABASE_URL: 'postgresql://localhost/none',
  SIGNING_KEYS_DIR: 'none',
});

const at = new Date('2026-03-02T09:30:00Z');
const later = new Date('2026-03-16T09:30:00Z');
const ada = { nickname: 'Ada', email: 'ada@example.com' };
const grace = { nickname: 'Grace', email: 'grace@example.com' };
const price = { amount: 4_900, currency: 'usd', interval: 'month', intervalCount: 1 } as const;
const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 };
const invoice = { id: 'in_1', number: 'A-1', createdAt: '', total: 4_900, currency: 'usd', status: 'failed' } as const;
const workspace = { id: '01KJPZ2S5W8V6TQ3M1N4R7XYAB', displayName: 'Staging' };
const to = grace.email;
const trial = { to, endsAt: later, price, isContinued: true };

/** One email of every kind, by the name of its file in `src/emails`, with the longer of two forms. */
export function sampleEmails(): Record<string, Email> {
  const link = (path: string) => `${settings.AUTH_API_URL}/${path}?token=${'a-token-'.repeat(5)}`;
  const unsubscribeUrl = link('invitation-emails/stop');
  const token = { name: 'Deploy from CI', createdAt: at, expiresAt: later };
  const lock = { startedAt: at, endsAt: later, reason: 'Invoice 42 is unpaid', lockedById: null };
  const move = { to, at, workspace, oldOwner: ada, newOwner: grace, isNewOwner: true, isBySupport: false };
  const invitation = { to, inviter: ada, workspaceName: 'Staging', role: 'EDITOR', expiresAt: later } as const;
  const invitationUrl = `${settings.PORTAL_URL}/invitations/a-token`;
  const prepared = { to, workspaceName: 'Staging', role: 'OWNER', unsubscribeUrl } as const;
  const preparedLink = { url: invitationUrl, expiresAt: later };
  const deletion = { to, requestedAt: at, dueAt: later, isLocked: true, workspaces: [workspace] };
  return {
    'account-deleted': accountDeletedEmail({ to }, settings),
    'account-locked': accountLockedEmail('suspension', lock, { isUpdate: false, to }, settings),
    'account-locked (quarantine)': accountLockedEmail('quarantine', lock, { isUpdate: true, to }, settings),
    'account-unlocked': accountUnlockedEmail('suspension', null, to, settings),
    'account-unlocked (another lock)': accountUnlockedEmail('suspension', 'quarantine', to, settings),
    'approver-joined': approverJoinedEmail({ to, at, workspace, member: ada, inviter: grace }, settings),
    'billing-email-changed': billingEmailChangedEmail({ to, at }, settings),
    'deletion-blocked': deletionBlockedEmail({ to, workspaces: [workspace], hasUnpaidInvoices: true }, settings),
    'deletion-cancelled': deletionCancelledEmail({ to, at }, settings),
    'deletion-requested': deletionRequestedEmail(deletion, link('account-deletion/cancel'), settings),
    'email-changed': emailChangedEmail({ to, at, hasBilling: true }, settings),
    invitation: invitationEmail({ ...invitation, url: invitationUrl, unsubscribeUrl }, settings),
    'invitation-accepted': invitationAcceptedEmail({ to, at, workspace, member: ada, role: 'EDITOR' }, settings),
    'member-removed': memberRemovedEmail({ to, at, workspace, actor: ada }, settings),
    'new-device': newDeviceEmail({ to, at, browser: 'Firefox', system: 'Linux', network: '203.0.113.x' }, settings),
    'other-logins': otherLoginsEmail({ to, at, methods: ['Google', 'GitHub'] }, settings),
    'ownership-declined': ownershipDeclinedEmail({ to, at, workspace, member: ada }, settings),
    'ownership-moved': ownershipMovedEmail(move, settings),
    'ownership-moved (previous owner)': ownershipMovedEmail(
      { ...move, isNewOwner: false, isBySupport: true },
      settings,
    ),
    'ownership-offered': ownershipOfferedEmail({ to, workspace, from: ada, expiresAt: later }, settings),
    'ownership-reassignment': ownershipReassignmentEmail(
      { workspace, from: grace, to: ada, reason: 'The owner has left the company' },
      link('ownership/objection'),
      settings,
    ),
    'payment-failed': paymentFailedEmail(
      {
        to,
        invoice,
        due: 4_900,
        paymentUrl: `${settings.AUTH_API_URL}/users/${workspace.id}/billing/invoices/in_1/payment`,
        card,
      },
      settings,
    ),
    'role-changed': roleChangedEmail(
      { to, at, workspace, actor: ada, oldRole: 'EDITOR', newRole: 'APPROVER' },
      settings,
    ),
    'sessions-ended-by-staff': sessionsEndedByStaffEmail({ to, at }, settings),
    'subscription-ended': subscriptionEndedEmail(
      {
        to,
        reason: 'paymentFailed',
        endingAt: later,
        chargedOnRestart: { amount: 4_900, currency: 'usd' },
      },
      settings,
    ),
    'subscription-paused': subscriptionPausedEmail({ to, price, charge: { amount: 4_900, currency: 'usd' } }, settings),
    'subscription-resumed': subscriptionResumedEmail({ to, price, nextInvoiceAt: later }, settings),
    'token-created': tokenCreatedEmail({ to, at, token, workspace }, settings),
    'token-expiring': tokenExpiringEmail({ to, token, workspace }, settings),
    'trial-ending': trialEndingEmail({ ...trial, card, hasPaymentMethod: true, continuation: 'charge' }, settings),
    'trial-ending (without a card)': trialEndingEmail(
      { ...trial, card: null, hasPaymentMethod: false, continuation: 'pause' },
      settings,
    ),
    'workspace-created': workspaceCreatedEmail({ ...prepared, creator: ada, link: preparedLink }, settings),
    'workspace-created (for an account)': workspaceCreatedEmail({ ...prepared, creator: ada, link: null }, settings),
    'workspace-created (requested)': workspaceCreatedEmail(
      { ...prepared, creator: null, link: preparedLink },
      settings,
    ),
  };
}
