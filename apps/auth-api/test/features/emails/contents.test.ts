import { ulid } from 'ulid';
import { createDeletion } from '../../../src/request/account/deletions.ts';
import { composeAccountEmail } from '../../../src/features/emails/send-account-email.ts';
import type { AccountEmailDetails, AccountEmailKind } from '../../../src/features/emails/kinds.ts';
import type { User } from '../../../src/generated/prisma/client.ts';
import type { Email } from '../../../src/integrations/smtp/mailer.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  addMember,
  makeApiToken,
  makeServiceAccount,
  makeWebhook,
  makeServiceAccountToken,
  makeTerminalLogin,
  makeUser,
  makeWorkspace,
} from '../../support/builders.ts';
import { anInvoice } from '../../support/invoices.ts';

interface Names {
  readonly nickname: string;
  readonly workspace: string;
  readonly token: string;
}

const ordinary: Names = { nickname: 'Li Wei', workspace: 'Staging', token: 'Deploy from CI' };
const hostile: Names = {
  nickname: 'Refund at https://evil.com/pay',
  workspace: '<a href="//evil.com">www.evil.com</a> +49 30 1234567',
  token: 'mail ceo@evil.com javascript:alert(1)',
};

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function requestDeletion({ id: userId }: { id: string }): Promise<string> {
  const { requestedAt } = await createDeletion(userId, 14, api.db);
  return requestedAt.toISOString();
}

const trialEndsAt = new Date(Date.now() + 7 * 24 * 3_600_000);

/** The subscription that an email is about. */
const subscriptionStatuses: Partial<Record<AccountEmailKind, string>> = {
  trialEnding: 'trialing',
  subscriptionPaused: 'paused',
  paymentFailed: 'past_due',
  subscriptionResumed: 'active',
  subscriptionEnded: 'canceled',
};

async function setSubscription(kind: AccountEmailKind, { id: userId, email }: { id: string; email: string }) {
  const subscriptionStatus = subscriptionStatuses[kind];
  if (subscriptionStatus === undefined) return;
  const price = { priceAmount: 4_900, priceInterval: 'month', priceIntervalCount: 1, currency: 'usd' };
  const card = { hasPaymentMethod: true, cardBrand: 'visa', cardLast4: '4242', cardExpMonth: 12, cardExpYear: 2034 };
  const subscription = { subscriptionStatus, trialEndsAt, nextInvoiceAt: trialEndsAt };
  const account = { ...price, ...card, ...subscription };
  await api.db.billingAccount.upsert({ where: { userId }, create: { userId, email, ...account }, update: account });
  const invoice = { ...anInvoice({ status: 'failed', amountRemaining: 4_900n }), userId };
  await api.db.invoice.upsert({ where: { id: invoice.id }, create: invoice, update: invoice });
}

/** The details of one email of each kind, with these names behind their ids. The compiler asks for a new kind. */
async function makeDetails(names: Names, recipient: User): Promise<AccountEmailDetails> {
  const owner = await makeUser(api, { nickname: names.nickname });
  const member = await makeUser(api, { nickname: names.nickname });
  const workspace = await makeWorkspace(api, owner, { displayName: names.workspace });
  await addMember(api, workspace, member, 'EDITOR');
  const { id: tokenId } = await makeApiToken(api, workspace, owner, { name: names.token });
  await addMember(api, workspace, recipient, 'EDITOR');
  const { id: ownTokenId } = await makeApiToken(api, workspace, recipient, { name: names.token });
  const serviceAccount = await makeServiceAccount(api, workspace, { name: names.nickname });
  const tokenOfServiceAccount = await makeServiceAccountToken(api, serviceAccount, { name: names.token });
  const { id: webhookId } = await makeWebhook(api, workspace, { url: 'https://hooks.example.com/secret-path' });
  const expiresAt = new Date(Date.now() + 7 * 24 * 3_600_000);
  const offer = { id: ulid(), workspaceId: workspace.id, fromUserId: owner.id, toUserId: member.id, expiresAt };
  const { id: offerId } = await api.db.ownershipOffer.create({ data: offer });
  const deletedWorkspace = await makeWorkspace(api, owner, { displayName: names.workspace, deletedAt: new Date() });
  const event = { workspaceId: workspace.id, actorId: owner.id };
  return {
    newDevice: { browser: 'Firefox', system: 'Linux', network: '203.0.113.x' },
    secondFactorStarted: {},
    terminalLogin: {
      sessionId: (await makeTerminalLogin(api, recipient, { host: names.nickname })).sessionId,
      clientId: 'portal-cli',
    },
    terminalLoginCopied: { clientId: 'portal-cli' },
    tokenCreated: { tokenId },
    tokenExpiring: { workspaceId: workspace.id, tokenIds: [ownTokenId] },
    tokenRevoked: { tokenId, actorId: member.id },
    tokenRevokedByHolder: { tokenId },
    tokenRevokedByStaff: { tokenId: tokenOfServiceAccount.id },
    serviceAccountDeletedByStaff: { serviceAccountId: serviceAccount.id },
    replacedTokenUsed: { tokenId },
    webhookChanged: { webhookId, change: 'created' },
    webhookPaused: { webhookId, reason: 'FAILING' },
    termsForTokens: { versionId: '9999-12-31', refusedAt: expiresAt.toISOString() },
    invitationAccepted: { workspaceId: workspace.id, memberId: member.id, role: 'EDITOR' },
    approverJoined: { workspaceId: workspace.id, memberId: member.id, inviterId: owner.id },
    roleChanged: { ...event, oldRole: 'EDITOR', newRole: 'APPROVER' },
    memberRemoved: event,
    memberLeft: { workspaceId: workspace.id, memberId: member.id, role: 'EDITOR' },
    workspaceDeleted: { workspaceId: deletedWorkspace.id, actorId: owner.id },
    ownWorkspaceDeleted: { workspaceId: deletedWorkspace.id, actorId: owner.id },
    otherLogins: {},
    sessionsEndedByStaff: {},
    emailChanged: {},
    billingEmailChanged: {},
    billingContactAdded: {
      contactId: (
        await api.db.billingContact.create({ data: { id: ulid(), userId: recipient.id, email: 'books@example.com' } })
      ).id,
    },
    trialEnding: { trialEndsAt: trialEndsAt.toISOString() },
    subscriptionPaused: {},
    paymentFailed: { invoiceId: 'in_1' },
    subscriptionResumed: {},
    subscriptionEnded: { reason: 'cancelled' },
    deletionRequested: {
      requestedAt: await requestDeletion(recipient),
      workspaceIds: [workspace.id],
    },
    deletionCancelled: {},
    deletionBlocked: { workspaceIds: [workspace.id], hasUnpaidInvoices: true },
    ownershipOffered: { offerId },
    ownershipDeclined: { workspaceId: workspace.id, memberId: member.id },
    ownershipMoved: { workspaceId: workspace.id, fromUserId: owner.id, toUserId: member.id, isBySupport: false },
  };
}

async function composeAll(names: Names): Promise<[AccountEmailKind, Email][]> {
  const recipient = await makeUser(api, { signedUpAt: new Date() });
  // The recipient of `otherLogins` has an earlier account.
  const signedUpAt = new Date('2025-01-01');
  const earlier = await makeUser(api, { email: recipient.email, auth0Id: `github|${ulid()}`, signedUpAt });
  await makeWorkspace(api, earlier);
  const emails: [AccountEmailKind, Email][] = [];
  for (const [name, details] of Object.entries<object>({ ...(await makeDetails(names, recipient)) })) {
    const kind = name as AccountEmailKind;
    await setSubscription(kind, recipient);
    const row = {
      id: ulid(),
      userId: recipient.id,
      kind,
      recipient: recipient.email,
      details: { ...details },
      createdAt: new Date(),
    };
    const email = await composeAccountEmail(row, { ...api.services, committedDb: api.db });
    if (!email) throw new Error(`No email of the kind ${kind} was composed.`);
    emails.push([kind, email]);
  }
  return emails;
}

const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
/** The visible words of an HTML email. */
const wordsOf = (html: string) =>
  html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .match(/[\p{L}\p{N}]+(?:[@.][\p{L}\p{N}]+)*/gu) ?? [];

it('every account email says what to do if the recipient did not cause or expect it, and whom to contact', async () => {
  for (const [kind, { text, html }] of await composeAll(ordinary)) {
    const { SUPPORT_EMAIL } = api.services.settings;
    for (const form of [text, html]) {
      expect([kind, form]).toEqual([kind, expect.stringMatching(/If (?:you (?:did|do) not|this wasn’t you)/)]);
      expect([kind, form]).toEqual([kind, expect.stringMatching(new RegExp(`contact ${SUPPORT_EMAIL}`, 'i'))]);
    }
  }
});

it('every account email has the same words as text and as HTML', async () => {
  for (const [kind, { text, html }] of await composeAll(ordinary)) {
    const textWords = new Set(text.match(/[\p{L}\p{N}]+(?:[@.][\p{L}\p{N}]+)*/gu));
    expect([kind, wordsOf(html).filter((word) => !textWords.has(word))]).toEqual([kind, []]);
  }
});

it('no name that a user chose becomes a link, a phone number or markup in an account email', async () => {
  const { AUTH_API_URL, PORTAL_URL, SUPPORT_EMAIL } = api.services.settings;
  const undoLink = `${AUTH_API_URL}/account-deletion/cancel?token=`;
  const invoiceLink = '/billing/invoices/in_1/payment';
  for (const [kind, { subject, text, html }] of await composeAll(hostile)) {
    for (const form of [subject, text, html]) {
      expect([kind, form]).not.toEqual([
        kind,
        expect.stringMatching(/evil\.com|@evil|www\.\S|javascript:|1234567|<a href="\/\//),
      ]);
    }
    const isOurs = (href: string) =>
      href.startsWith(PORTAL_URL) ||
      href.startsWith(undoLink) ||
      (href.startsWith(`${AUTH_API_URL}/users/`) && href.endsWith(invoiceLink)) ||
      href === `mailto:${SUPPORT_EMAIL}`;
    const foreign = linksIn(html).filter((href) => !isOurs(href));
    expect([kind, foreign]).toEqual([kind, []]);
  }
});

it('a subject names the workspace and the token in quotation marks at most, and none to a recipient who is no longer a member', async () => {
  const names = { nickname: 'Mallory', workspace: 'Verify” now “', token: 'Your” account closes' };
  for (const [kind, { subject }] of await composeAll(names)) {
    const isAboutTokens = kind.startsWith('token');
    const quoted = isAboutTokens ? /“Verify’ now ’”|“Your’ account closes”/gu : /“Verify’ now ’”/gu;
    expect([kind, subject.replaceAll(quoted, '')]).toEqual([
      kind,
      expect.not.stringMatching(/Mallory|Verify|account closes/),
    ]);
    if (kind === 'memberRemoved') expect(subject).toBe('You were removed from a workspace in System Initiative');
  }
});

it('every link of an account email leads to a page of the portal', async () => {
  const { PORTAL_URL } = api.services.settings;
  const pages =
    /^(?:|\/(?:profile(?:\/(?:notifications|account))?|security|workspaces|billing|login|review-legal)|\/workspace\/[0-9A-Z]{26}(?:\/(?:tokens|webhooks))?)$/;
  for (const [kind, { html }] of await composeAll(ordinary)) {
    const paths = linksIn(html)
      .filter((href) => href.startsWith(PORTAL_URL))
      .map((href) => href.slice(PORTAL_URL.length));
    expect([kind, paths.filter((path) => !pages.test(path))]).toEqual([kind, []]);
  }
});

it('every advice to change the password, turn on a second factor or end sessions leads to the page that does it', async () => {
  const { PORTAL_URL } = api.services.settings;
  const advises: string[] = [];
  const advisesPasswordOnly: string[] = [];
  for (const [kind, { html }] of await composeAll(ordinary)) {
    const steps = [...html.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)];
    for (const [, href, label = ''] of steps) {
      if (!/change the password|end the sessions|Review your sessions/i.test(label)) continue;
      expect([kind, href]).toEqual([kind, `${PORTAL_URL}/security`]);
      if (!/change the password/i.test(label)) continue;
      (label.includes('second factor') ? advises : advisesPasswordOnly).push(kind);
    }
    const namesPassword = /(?<!logs in with a )password(?! of this mailbox)|two-factor/i.test(html);
    expect([kind, namesPassword && !html.includes('/security')]).toEqual([kind, false]);
  }
  expect(advises.sort()).toEqual([
    'billingContactAdded',
    'billingEmailChanged',
    'deletionCancelled',
    'deletionRequested',
    'emailChanged',
    'newDevice',
    'ownWorkspaceDeleted',
    'ownershipMoved',
    'sessionsEndedByStaff',
    'terminalLogin',
    'tokenCreated',
    'webhookChanged',
  ]);
  // The second factor may be someone else's.
  expect(advisesPasswordOnly).toEqual(['secondFactorStarted']);
});
