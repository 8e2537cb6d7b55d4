import {
  ActiveSubscriptionResult,
  Attention,
  BillingOverviewResult,
  dayMs,
  MyInvitations,
  OtherLogins,
  OwnershipOffers,
} from '@portal/contract';
import { ulid } from 'ulid';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { createFixture } from '../../../support/actors.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInvitation,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
  proveMailbox,
  renewableToken,
} from '../../../support/builders.ts';
import { anInvoice } from '../../../support/invoices.ts';
import { makeOwnershipOffer } from '../../../support/ownership.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const fromNow = (ms: number) => new Date(Date.now() + ms);
const old = { createdAt: fromNow(-100 * dayMs) };

const get = async (path: string, credentials: Credentials): Promise<unknown> =>
  (await api.send('GET', path, credentials).expect(200)).body;

const attentionOf = async (user: User) => Attention.parse(await get('/attention', await logIn(api, user)));

it('has nothing for a user whom nothing waits for', async () => {
  const user = await makeUser(api);
  expect(await attentionOf(user)).toMatchObject({
    invitations: [],
    nextInvitation: null,
    ownershipOffers: [],
    endingTokens: [],
    endingTokenCount: 0,
    activeSubscription: { state: 'none' },
    unpaidInvoice: null,
    otherLogins: [],
  });
});

it('has what the single calls respond with', async () => {
  const fixture = await createFixture(api, 'owner');
  await makeOwnershipOffer(api, fixture);
  const { colleague } = fixture;
  // A member needs no invitation, so this one is not listed.
  await makeInvitation(api, fixture.workspace, { email: colleague.email });
  const invited = await makeInvitation(api, await makeWorkspace(api, fixture.subject), { email: colleague.email });
  await proveMailbox(api, invited, colleague);
  const earlier = await makeUser(api, {
    email: colleague.email,
    auth0Id: `github|${ulid()}`,
    signedUpAt: new Date('2020-01-01T00:00:00Z'),
  });
  await makeWorkspace(api, earlier);
  await api.db.user.update({ where: { id: colleague.id }, data: { signedUpAt: new Date() } });
  await api.db.billingAccount.create({
    data: { userId: colleague.id, email: colleague.email, subscriptionStatus: 'past_due', mirroredAt: new Date() },
  });
  const failed = anInvoice({ id: `in_${colleague.id}`, status: 'failed', amountRemaining: 4_900n, paidAt: null });
  await api.db.invoice.create({ data: { ...failed, userId: colleague.id } });

  const credentials = await logIn(api, colleague);
  const attention = Attention.parse(await get('/attention', credentials));
  const self = `/users/${colleague.id}`;
  const { activeSubscription } = ActiveSubscriptionResult.parse(await get(`${self}/activeSubscription`, credentials));
  const { billingOverview } = BillingOverviewResult.parse(await get(`${self}/billing/overview`, credentials));
  expect(attention).toEqual({
    invitations: MyInvitations.parse(await get('/invitations', credentials)),
    nextInvitation: null,
    ownershipOffers: OwnershipOffers.parse(await get('/ownership-offers', credentials)).offers,
    endingTokens: [],
    endingTokenCount: 0,
    activeSubscription,
    unpaidInvoice: billingOverview.unpaidInvoice,
    otherLogins: OtherLogins.parse(await get(`${self}/other-logins`, credentials)).methods,
  });
  expect(attention.invitations.map(({ id }) => id)).toEqual([invited.id]);
  expect(attention.ownershipOffers).toHaveLength(1);
  expect(attention.activeSubscription.state).toBe('pastDue');
  expect(attention.unpaidInvoice?.due).toBe(4_900);
  expect(attention.otherLogins).toEqual(['GitHub']);
});

it('has a first page of the invitations, after which the list of the invitations continues', async () => {
  const user = await makeUser(api);
  const owner = await makeUser(api);
  for (let n = 0; n < 52; n++) await makeInvitation(api, await makeWorkspace(api, owner), { email: user.email });
  const { invitations, nextInvitation } = await attentionOf(user);
  expect(invitations).toHaveLength(50);
  expect(nextInvitation).toBe(invitations.at(-1)?.id);
  const rest = MyInvitations.parse(await get(`/invitations?after=${nextInvitation ?? ''}`, await logIn(api, user)));
  expect(rest).toHaveLength(2);
});

describe('the API tokens that end soon', () => {
  it('are those that the user can replace, in all workspaces, the next one first', async () => {
    const user = await makeUser(api);
    const other = await makeUser(api);
    const owned = await makeWorkspace(api, user, { displayName: 'Owned' });
    const joined = await makeWorkspace(api, other, { displayName: 'Joined' });
    await addMember(api, joined, user, 'APPROVER');
    await addMember(api, owned, other, 'EDITOR');
    const soon = (days: number, name: string) => ({ name, expiresAt: fromNow(days * dayMs), ...old });
    await makeApiToken(api, joined, user, soon(5, 'Mine'));
    await makeApiToken(api, owned, other, soon(1, 'Of another member'));
    await makeServiceAccountToken(api, await makeServiceAccount(api, owned, { name: 'CI' }), soon(2, 'Deploy'));
    await makeServiceAccountToken(api, await makeServiceAccount(api, joined), soon(1, 'Of another owner'));
    const { endingTokens, endingTokenCount } = await attentionOf(user);
    expect(
      endingTokens.map(({ name, workspaceName, serviceAccountName }) => [name, workspaceName, serviceAccountName]),
    ).toEqual([
      ['Deploy', 'Owned', 'CI'],
      ['Mine', 'Joined', null],
    ]);
    expect(endingTokenCount).toBe(2);
  });

  it('are only those that someone has to replace', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user);
    const make = (days: number, more: object = {}) =>
      makeApiToken(api, workspace, user, { expiresAt: fromNow(days * dayMs), ...old, ...more });
    await make(8);
    await make(-1);
    await make(2, { revokedAt: new Date() });
    await make(2, { replacedAt: new Date() });
    await make(2, { rotatesUntil: renewableToken().rotatesUntil });
    await make(5, { createdAt: fromNow(-dayMs) });
    const { endingTokens } = await attentionOf(user);
    expect(endingTokens).toEqual([]);
  });

  it('are none of a quarantined workspace', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user);
    await makeApiToken(api, workspace, user, { expiresAt: fromNow(dayMs), ...old });
    const quarantine = { quarantinedAt: new Date(), quarantineReason: 'Abuse' };
    await api.db.workspace.update({ where: { id: workspace.id }, data: quarantine });
    expect((await attentionOf(user)).endingTokens).toEqual([]);
  });

  it('are at most 20, and the count has all of them', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user);
    for (let n = 0; n < 22; n++) await makeApiToken(api, workspace, user, { expiresAt: fromNow(dayMs), ...old });
    const { endingTokens, endingTokenCount } = await attentionOf(user);
    expect([endingTokens.length, endingTokenCount]).toEqual([20, 22]);
  });
});
