import { parseSettings } from '../../src/platform/config/settings.ts';
import { renderAccountEmail, type AccountEmailDefinition } from '../../src/features/emails/account-email-definition.ts';
import { billingEmailChanged, emailChanged } from '../../src/features/emails/addresses.emails.ts';
import {
  billingContactAdded,
  contactConfirmationEmail,
  contactInvoiceEmail,
  contactTrialEmail,
} from '../../src/features/emails/billing-contacts.emails.ts';
import {
  paymentFailed,
  subscriptionEnded,
  subscriptionPaused,
  subscriptionResumed,
  trialEnding,
} from '../../src/features/emails/billing.emails.ts';
import {
  accountDeletedEmail,
  deletionBlocked,
  deletionCancelled,
  deletionRequested,
} from '../../src/features/emails/deletion.emails.ts';
import {
  invitationAccepted,
  invitationDigestEmail,
  invitationEmail,
  workspaceCreatedEmail,
} from '../../src/features/emails/invitations.emails.ts';
import { accountLockedEmail, accountUnlockedEmail } from '../../src/features/emails/locks.emails.ts';
import {
  newDevice,
  otherLogins,
  secondFactorStarted,
  sessionsEndedByStaff,
  terminalLogin,
  terminalLoginCopied,
} from '../../src/features/emails/logins.emails.ts';
import { approverJoined, memberRemoved, roleChanged } from '../../src/features/emails/members.emails.ts';
import {
  ownershipDeclined,
  ownershipMoved,
  ownershipOffered,
  ownershipReassignmentEmail,
} from '../../src/features/emails/ownership.emails.ts';
import {
  replacedTokenUsed,
  serviceAccountDeletedByStaff,
  tokenRevoked,
  tokenRevokedByHolder,
  tokenRevokedByStaff,
} from '../../src/features/emails/ended-tokens.emails.ts';
import { termsForTokens } from '../../src/features/emails/terms.emails.ts';
import { tokenCreated, tokenExpiring } from '../../src/features/emails/tokens.emails.ts';
import { webhookChanged, webhookPaused } from '../../src/features/emails/webhooks.emails.ts';
import { memberLeft, ownWorkspaceDeleted, workspaceDeleted } from '../../src/features/emails/workspaces.emails.ts';
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
const invoice = {
  id: 'in_1',
  number: 'A-1',
  createdAt: '',
  total: 4_900,
  amountRemaining: 4_900,
  currency: 'usd',
  status: 'failed',
} as const;
const webhook = { url: 'https://hooks.example.com/portal' };
const workspace = { id: '01KJPZ2S5W8V6TQ3M1N4R7XYAB', displayName: 'Staging' };
const to = grace.email;
const trial = { endsAt: later, price, isContinued: true };

/** An example of a kind of email about an account. */
const example = <Data extends object>(
  definition: Pick<AccountEmailDefinition<object, Data, boolean>, 'optional' | 'urgency' | 'render'>,
  data: NoInfer<Data>,
): Email => renderAccountEmail(definition, { ...data, to, at }, settings);

/** One email of every kind, by its name in kebab-case, with the longer of two forms. */
export function sampleEmails(): Record<string, Email> {
  const link = (path: string) => `${settings.AUTH_API_URL}/${path}?token=${'a-token-'.repeat(5)}`;
  const unsubscribeUrl = link('invitation-emails/stop');
  const token = {
    name: 'Deploy from CI',
    createdAt: at,
    expiresAt: later,
    lastUsedAt: at,
    scopes: ['workspace:read', 'members:read', 'members:write', 'platform'],
    networks: ['192.0.2.0/24', '2001:db8::/32'],
    serviceAccount: null,
    replacedById: null,
    replacedAt: null,
    usedAfterReplacedAt: null,
  };
  const ofServiceAccount = { ...token, name: 'Nightly import', lastUsedAt: null, serviceAccount: { name: 'CI' } };
  const lock = { startedAt: at, endsAt: later, reason: 'Invoice 42 is unpaid', lockedById: null };
  const move = {
    workspace,
    oldOwner: ada,
    newOwner: grace,
    isNewOwner: true,
    isBySupport: false,
    tokens: [],
    tokenCount: 0,
  };
  const deletedWorkspace = { workspace, actor: ada, memberCount: 3, restorableUntil: later };
  const contact = { to: 'books@example.com', unsubscribeUrl: link('billing-contacts/stop') };
  const pageUrl = 'https://invoice.stripe.com/i/acct_1/live_1';
  const customer = 'Acme & Co. Ltd';
  const contactInvoice = {
    ...{ ...contact, customer, number: 'A-1', total: 4_900, currency: 'usd', pageUrl },
    ...{ dueAt: null, nextAttemptAt: null },
  };
  const invitation = { to, inviter: ada, workspaceName: 'Staging', role: 'EDITOR', expiresAt: later } as const;
  const invitationUrl = `${settings.PORTAL_URL}/invitations/a-token`;
  const prepared = { to, workspaceName: 'Staging', role: 'OWNER', unsubscribeUrl } as const;
  const preparedLink = { url: invitationUrl, expiresAt: later };
  const deletion = { requestedAt: at, dueAt: later, isLocked: true, workspaces: [workspace] };
  return {
    'account-deleted': accountDeletedEmail({ to }, settings),
    'account-locked': accountLockedEmail('suspension', lock, { isUpdate: false, to }, settings),
    'account-locked (quarantine)': accountLockedEmail('quarantine', lock, { isUpdate: true, to }, settings),
    'account-unlocked': accountUnlockedEmail('suspension', null, to, settings),
    'account-unlocked (another lock)': accountUnlockedEmail('suspension', 'quarantine', to, settings),
    'approver-joined': example(approverJoined, { workspace, member: ada, inviter: grace }),
    'billing-email-changed': example(billingEmailChanged, {}),
    'billing-contact-added': example(billingContactAdded, { email: 'books@example.com' }),
    'contact-confirmation': contactConfirmationEmail(
      { ...contact, asker: ada, url: link('billing-contacts/confirm') },
      settings,
    ),
    'contact-invoice': contactInvoiceEmail({ ...contactInvoice, status: 'paid', due: 0 }, settings),
    'contact-invoice (failed)': contactInvoiceEmail(
      { ...contactInvoice, status: 'failed', due: 4_900, nextAttemptAt: later },
      settings,
    ),
    'contact-invoice (open)': contactInvoiceEmail(
      { ...contactInvoice, status: 'open', due: 4_900, dueAt: later },
      settings,
    ),
    'contact-trial': contactTrialEmail({ ...contact, customer, endsAt: later, price }, settings),
    'deletion-blocked': example(deletionBlocked, { workspaces: [workspace], hasUnpaidInvoices: true }),
    'deletion-cancelled': example(deletionCancelled, {}),
    'deletion-requested': example(deletionRequested, { ...deletion, undoUrl: link('account-deletion/cancel') }),
    'email-changed': example(emailChanged, { hasBilling: true }),
    invitation: invitationEmail({ ...invitation, url: invitationUrl, unsubscribeUrl }, settings),
    'invitation-digest': invitationDigestEmail(
      { to: invitation.to, unsubscribeUrl, invitations: [1, 2].map(() => ({ ...invitation, url: invitationUrl })) },
      settings,
    ),
    'invitation-accepted': example(invitationAccepted, { workspace, member: ada, role: 'EDITOR' }),
    'member-removed': example(memberRemoved, { workspace, actor: ada }),
    'member-left': example(memberLeft, { workspace, member: ada, role: 'APPROVER' }),
    'workspace-deleted': example(workspaceDeleted, deletedWorkspace),
    'own-workspace-deleted': example(ownWorkspaceDeleted, deletedWorkspace),
    'new-device': example(newDevice, { browser: 'Firefox', system: 'Linux', network: '203.0.113.x' }),
    'second-factor-started': example(secondFactorStarted, {}),
    'terminal-login': example(terminalLogin, { client: 'Portal CLI', host: 'ada-laptop', network: '203.0.113.x' }),
    'terminal-login-copied': example(terminalLoginCopied, { client: 'Portal CLI' }),
    'other-logins': example(otherLogins, { methods: ['Google', 'GitHub'] }),
    'ownership-declined': example(ownershipDeclined, { workspace, member: ada }),
    'ownership-moved': example(ownershipMoved, move),
    'ownership-moved (service accounts)': example(ownershipMoved, {
      ...move,
      tokens: [
        { name: 'Deploy from CI', serviceAccount: { name: 'Deployments' }, createdBy: ada, lastUsedAt: at },
        { name: 'Backup', serviceAccount: { name: 'Deployments' }, createdBy: null, lastUsedAt: null },
      ],
      tokenCount: 12,
    }),
    'ownership-moved (previous owner)': example(ownershipMoved, { ...move, isNewOwner: false, isBySupport: true }),
    'ownership-offered': example(ownershipOffered, { workspace, from: ada, expiresAt: later }),
    'ownership-reassignment': ownershipReassignmentEmail(
      { workspace, from: grace, to: ada, reason: 'The owner has left the company' },
      link('ownership/objection'),
      settings,
    ),
    'payment-failed': example(paymentFailed, {
      nextAttemptAt: later,
      invoice,
      due: 4_900,
      paymentUrl: `${settings.AUTH_API_URL}/users/${workspace.id}/billing/invoices/in_1/payment`,
      card,
      isPaused: false,
    }),
    'replaced-token-used': example(replacedTokenUsed, {
      token: { ...token, replacedAt: at, usedAfterReplacedAt: later },
      workspace,
      serviceAccount: { name: 'Pipeline' },
    }),
    'role-changed': example(roleChanged, { workspace, actor: ada, oldRole: 'EDITOR', newRole: 'APPROVER' }),
    'service-account-deleted-by-staff': example(serviceAccountDeletedByStaff, {
      serviceAccount: { name: 'Deployments' },
      workspace,
    }),
    'sessions-ended-by-staff': example(sessionsEndedByStaff, {}),
    'subscription-ended': example(subscriptionEnded, {
      reason: 'paymentFailed',
      endingAt: later,
      chargedOnRestart: { amount: 4_900, currency: 'usd' },
      hasPaymentMethod: true,
    }),
    'subscription-paused': example(subscriptionPaused, { price, charge: { amount: 4_900, currency: 'usd' } }),
    'subscription-resumed': example(subscriptionResumed, { price, nextInvoiceAt: later }),
    'terms-for-tokens': example(termsForTokens, {
      versionId: '2026-03-01',
      refusedAt: later,
      ownTokens: 2,
      serviceAccountTokens: 3,
    }),
    'token-created': example(tokenCreated, { token, workspace }),
    'token-created (service account)': example(tokenCreated, { token: ofServiceAccount, workspace }),
    'token-expiring': example(tokenExpiring, { tokens: [token], workspace }),
    'token-expiring (several)': example(tokenExpiring, { tokens: [token, ofServiceAccount], workspace }),
    'token-revoked': example(tokenRevoked, { token, workspace, actor: ada }),
    'token-revoked-by-holder': example(tokenRevokedByHolder, { token, workspace, serviceAccount: null }),
    'token-revoked-by-staff': example(tokenRevokedByStaff, { token, workspace, serviceAccount: null }),
    'token-revoked-by-staff (service account)': example(tokenRevokedByStaff, {
      token,
      workspace,
      serviceAccount: { name: 'Deployments' },
    }),
    'trial-ending': example(trialEnding, { ...trial, card, hasPaymentMethod: true, continuation: 'charge' }),
    'trial-ending (without a card)': example(trialEnding, {
      ...trial,
      card: null,
      hasPaymentMethod: false,
      continuation: 'pause',
    }),
    'webhook-changed (created)': example(webhookChanged, { webhook, workspace, change: 'created' }),
    'webhook-changed (moved)': example(webhookChanged, { webhook, workspace, change: 'moved' }),
    'webhook-changed (rotated)': example(webhookChanged, { webhook, workspace, change: 'rotated' }),
    'webhook-paused (failing)': example(webhookPaused, { webhook, workspace, reason: 'FAILING' }),
    'webhook-paused (gone)': example(webhookPaused, { webhook, workspace, reason: 'GONE' }),
    'workspace-created': workspaceCreatedEmail({ ...prepared, creator: ada, link: preparedLink }, settings),
    'workspace-created (for an account)': workspaceCreatedEmail({ ...prepared, creator: ada, link: null }, settings),
    'workspace-created (requested)': workspaceCreatedEmail(
      { ...prepared, creator: null, link: preparedLink },
      settings,
    ),
  };
}
