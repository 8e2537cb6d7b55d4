/** @takes 60 s */
import { calls, invalidInputLimit, rateLimitOf, type Call } from '@portal/contract';
import { ulid } from 'ulid';
import { hashSecret } from '../../../src/request/auth/secrets.ts';
import type { User } from '../../../src/generated/prisma/client.ts';
import { isUnauthenticatedAccess } from '../../../src/request/call/possible-errors.ts';
import { createFixture, pathOf, type ActorName, type Fixture } from '../../support/actors.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInstanceToken,
  makeInvitation,
  makeUser,
  makeWorkspace,
  proveMailbox,
  sessionOf,
} from '../../support/builders.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../../support/fake-identity-provider.ts';
import { makeOwnershipOffer, makeReassignment } from '../../support/ownership.ts';
import { validBodies } from '../../support/valid-input.ts';
import { errorTypeOf } from '../../support/responses.ts';

// All requests come from one IP, as from the hosted app or from one office.
let provider: FakeIdentityProvider;
let api: TestApi;
beforeAll(async () => {
  provider = await startFakeIdentityProvider();
  api = await startApi({ RATE_LIMIT_MULTIPLIER: '1', AUTH0_URL: provider.url });
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const allCalls = Object.entries(calls);
const isOfUser = ({ access }: Call) => !isUnauthenticatedAccess(access);

/** A request of a call with valid input, on the ids of a fixture. */
function request(name: string, fixture: Fixture, credentials: Credentials) {
  const call = calls[name] as Call;
  const sent = api.send(call.method, pathOf(call, fixture), credentials).redirects(0);
  const body = validBodies[name]?.(fixture, api.services.legal.currentVersionId);
  return call.method === 'GET' ? sent : sent.send(body ?? {});
}

interface Case {
  readonly victim: User;
  readonly fixture: Fixture;
}

/** Makes the victim, whose session is that of the fixture, and what the call changes. */
async function arrange(name: string): Promise<Case> {
  const { access } = calls[name] as Call;
  const actor: ActorName = access.who === 'staff' ? 'staff' : name === 'leaveWorkspace' ? 'approver' : 'owner';
  const fixture = await createFixture(api, actor);
  const { userId } = await sessionOf(api, fixture.credentials);
  const victim = await api.db.user.findUniqueOrThrow({ where: { id: userId } });
  const { workspace, subject, colleague } = fixture;
  provider.verified.add(victim.auth0Id ?? '');
  if (name === 'withdrawOwnershipOffer') await makeOwnershipOffer(api, fixture);
  if (name === 'declineOwnership')
    await makeOwnershipOffer(api, { ...fixture, subject: colleague, colleague: subject });
  if (name === 'cancelReassignment') await makeReassignment(api, fixture);
  if (name === 'requestAccountDeletion')
    await api.db.membership.deleteMany({ where: { workspaceId: workspace.id, userId: { not: victim.id } } });
  if (name !== 'declineInvitation') return { victim, fixture };
  const invitation = await makeInvitation(api, await makeWorkspace(api, colleague), { email: victim.email });
  await proveMailbox(api, invitation, victim);
  return { victim, fixture: { ...fixture, invitationId: invitation.id } };
}

interface Attacker {
  readonly title: string;
  readonly credentials: Credentials;
  /** Whose paths the attacker uses, besides those of the victim. */
  readonly own: Fixture;
  readonly isVictim?: true;
}

/** Everyone who must not spend the budget of the victim's session. */
async function makeAttackers(name: string, { victim, fixture }: Case): Promise<Attacker[]> {
  const home = await makeWorkspace(api, victim);
  const attacker = await createFixture(api, 'owner');
  const session = await logIn(api, victim);
  const ofVictim = { ...fixture, subject: victim, workspace: home };
  return [
    {
      title: 'an API token of the victim',
      credentials: (await makeApiToken(api, home, victim)).credentials,
      own: ofVictim,
    },
    {
      title: 'an instance token of the victim',
      credentials: await makeInstanceToken(api, home, victim, session),
      own: ofVictim,
    },
    { title: 'another session of the victim', credentials: session, own: ofVictim, isVictim: true },
    ...(calls[name]?.access.who === 'member' ? [await makeOtherMember(fixture, attacker)] : []),
    { title: 'another account', credentials: attacker.credentials, own: attacker },
    { title: 'a client without a session', credentials: {}, own: attacker },
  ];
}

async function makeOtherMember({ workspace }: Fixture, own: Fixture): Promise<Attacker> {
  const member = await makeUser(api);
  await addMember(api, workspace, member, 'APPROVER');
  const credentials = await logIn(api, member);
  return { title: 'another member of the workspace', credentials, own: { ...own, subject: member } };
}

const countersByKey = async () =>
  new Map((await api.db.rateLimit.findMany()).map(({ key, points }) => [key, points] as const));

/**
 * Sends what an attacker may send once, then fills each limit that these requests counted against, under the keys that the API used.
 * Returns the names of the limits.
 */
async function fillLimits(name: string, { fixture }: Case, { credentials, own, isVictim }: Attacker) {
  const { endsAccess, rateLimit } = calls[name] as Call;
  const before = await countersByKey();
  const sendMalformed = () => api.send('POST', '/workspaces/new', credentials).type('json').send('{"displayName":');
  // A budget of the user is the user's own, in each of their sessions.
  const isOwnBudget = isVictim && rateLimit?.per !== 'credential';
  if (rateLimit && !isOwnBudget) await request(name, own, credentials);
  if (rateLimit && !isOwnBudget && !(endsAccess && isVictim)) await request(name, fixture, credentials);
  await request('setDefault', own, credentials);
  await request('endSession', { ...own, sessionId: ulid() }, credentials);
  await sendMalformed();
  const counted = [...(await countersByKey())].flatMap(([key, points]) => (points === before.get(key) ? [] : [key]));
  const expire = Date.now() + 3_600_000;
  await api.db.rateLimit.updateMany({ where: { key: { in: counted } }, data: { points: 1_000_000, expire } });
  // The block in memory starts with the first request over the limit.
  if (counted.some((key) => key.startsWith('invalid-input:'))) expect((await sendMalformed()).status).toBe(429);
  return counted.map((key) => key.split(':')[0]);
}

const limitedCalls = allCalls
  .filter(([, call]) => call.rateLimit && !call.endsAccess && isOfUser(call))
  .map(([name]) => name);
const accessEnds = allCalls.filter(([, call]) => call.endsAccess && isOfUser(call)).map(([name]) => name);

describe('after attackers and lesser credentials have filled every limit that they can', () => {
  it.each(limitedCalls)('%s is not refused, and the user can end access', async (name) => {
    const one = await arrange(name);
    const { fixture } = one;
    for (const attacker of await makeAttackers(name, one)) await fillLimits(name, one, attacker);
    const { status, headers } = await request(name, fixture, fixture.credentials);
    expect(status).not.toBe(429);
    // Otherwise the request was rejected before it counted.
    expect(headers.ratelimit).toMatch(
      new RegExp(`^"${name}";r=${(rateLimitOf(calls[name] as Call)?.times ?? 0) - 1};`),
    );
    for (const end of ['revokeAuthToken', 'removeMember', 'cancelInvitation', 'endOtherSessions'])
      expect([end, (await request(end, fixture, fixture.credentials)).status]).toEqual([end, 200]);
  });

  it.each(accessEnds)('%s succeeds', async (name) => {
    const one = await arrange(name);
    for (const attacker of await makeAttackers(name, one)) await fillLimits(name, one, attacker);
    const response = await request(name, one.fixture, one.fixture.credentials);
    expect([response.status, response.headers.ratelimit]).toEqual([
      200,
      expect.stringMatching(
        name === 'requestAccountDeletion' ? /^"requestAccountDeletion";r=9;/ : /^"access-ends";r=119;/,
      ),
    ]);
  });

  it('each of them has filled the limits that it can', async () => {
    const name = 'inviteMember';
    const one = await arrange(name);
    const filled: Record<string, string[]> = {};
    for (const attacker of await makeAttackers(name, one))
      filled[attacker.title] = [...new Set(await fillLimits(name, one, attacker))].map(String).sort();
    const shared = ['access-ends', 'invalid-input', 'writes'];
    expect(filled).toEqual({
      'an API token of the victim': ['invalid-input'],
      'an instance token of the victim': ['invalid-input'],
      'another session of the victim': shared,
      'another member of the workspace': [
        'access-ends',
        'invalid-input',
        'inviteMember',
        'inviteMember-in-all-workspaces',
      ],
      'another account': ['access-ends', 'invalid-input', 'inviteMember', 'inviteMember-in-all-workspaces', 'writes'],
      'a client without a session': [],
    });
  });
});

describe('a session that has filled its own limits', () => {
  it('ends access nevertheless, although it sent invalid input', async () => {
    const { fixture } = await arrange('revokeAuthToken');
    const { id, createdAt } = await sessionOf(api, fixture.credentials);
    const key = `invalid-input:${id}:${createdAt.getTime()}`;
    await api.db.rateLimit.create({ data: { key, points: 1_000_000, expire: Date.now() + 3_600_000 } });
    const malformed = api.send('POST', '/workspaces/new', fixture.credentials).type('json').send('{');
    expect((await malformed).status).toBe(429);
    expect((await request('createWorkspace', fixture, fixture.credentials)).status).toBe(429);
    for (const name of ['revokeAuthToken', 'removeMember', 'cancelInvitation', 'endSession', 'deleteWorkspace'])
      expect([name, (await request(name, fixture, fixture.credentials)).status]).toEqual([name, 200]);
  });
});

describe('[finding 1] an attacker who makes the hosted app send 600 malformed codes a minute', () => {
  it('does not keep a member from opening a workspace there', async () => {
    const { workspace, credentials } = await createFixture(api, 'owner');
    const redeem = (code: string | null, state?: string) =>
      api.send('POST', '/complete-auth-connect').send({ code, state });
    for (let sent = 0; sent < 620; sent += 20) {
      const batch = Array.from({ length: 5 }, () => [
        redeem('A'.repeat(201)),
        redeem('A', 'é'),
        redeem(''),
        redeem('A', ''),
      ]);
      for (const response of await Promise.all(batch.flat())) expect(errorTypeOf(response)).toBe('InvalidCode');
    }
    const launch = await api.send('GET', `/workspaces/${workspace.id}/go`, credentials).redirects(0);
    const code = new URL(String(launch.headers.location)).searchParams.get('code');
    expect((await redeem(code)).status).toBe(200);
  });
});

describe('[finding 2] the holder of a token who sends 121 requests with invalid input', () => {
  it.each(['API', 'instance'])('cannot keep the user from acting, with an %s token', async (kind) => {
    const { workspace, subject, tokenId, credentials } = await createFixture(api, 'owner');
    const stolen =
      kind === 'API'
        ? (await makeApiToken(api, workspace, subject)).credentials
        : await makeInstanceToken(api, workspace, subject);
    for (let times = 0; times <= invalidInputLimit.times; times++) {
      expect((await api.send('GET', `/workspace/${workspace.id}/members?limit=abc`, stolen)).status).toBe(400);
      await api.send('POST', '/workspaces/new', stolen).type('json').send('{');
    }
    const send = (method: string, path: string, body: object = {}) => api.send(method, path, credentials).send(body);
    const { currentVersionId: tosVersionId } = api.services.legal;
    const statuses = [
      await send('POST', '/tos-agreement', { tosVersionId }),
      await send('PATCH', `/users/${subject.id}`, { nickname: 'Grace' }),
      await send('POST', `/workspaces/${workspace.id}/authTokens/${tokenId}/revoke`),
      await send('DELETE', `/users/${subject.id}/sessions`),
      await send('DELETE', `/workspaces/${workspace.id}`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });
});

describe('an attacker behind the same IP who opens 300 wrong links', () => {
  const secret = 'the-secret-of-the-link';
  const linkCalls: readonly (readonly [method: 'GET' | 'POST', name: string, path: () => Promise<string>])[] = [
    ['GET', 'showAccountDeletion', deletionLink],
    ['POST', 'cancelAccountDeletionByLink', deletionLink],
    ['GET', 'showReassignment', objectionLink],
    ['POST', 'objectToReassignment', objectionLink],
    ['GET', 'showInvitationEmails', () => emailsLink('stop')],
    ['POST', 'stopInvitationEmails', () => emailsLink('stop')],
    ['POST', 'resumeInvitationEmails', () => emailsLink('resume')],
    ['GET', 'showBillingContactConfirmation', () => contactLink('confirm')],
    ['POST', 'confirmBillingContact', () => contactLink('confirm')],
    ['GET', 'showBillingContactStop', () => contactLink('stop')],
    ['POST', 'stopBillingContactEmails', () => contactLink('stop')],
    ['POST', 'resumeBillingContactEmails', () => contactLink('resume')],
  ];

  async function deletionLink(): Promise<string> {
    await api.db.accountDeletion.deleteMany({ where: { undoHash: hashSecret(secret) } });
    const { id: userId } = await makeUser(api);
    const dueAt = new Date(Date.now() + 86_400_000);
    const data = { userId, requestedAt: new Date(), dueAt, undoHash: hashSecret(secret) };
    await api.db.accountDeletion.create({ data });
    return `/account-deletion/cancel?token=${secret}`;
  }

  async function objectionLink(): Promise<string> {
    const fixture = await createFixture(api, 'owner');
    await makeReassignment(api, fixture);
    await api.db.ownershipReassignment.updateMany({ data: { objectionHash: null } });
    const effectiveAt = new Date(Date.now() + 86_400_000);
    await api.db.ownershipReassignment.updateMany({
      where: { workspaceId: fixture.workspace.id },
      data: { confirmationNeededAt: null, objectionHash: hashSecret(secret), notifiedAt: new Date(), effectiveAt },
    });
    return `/ownership/objection?token=${secret}`;
  }

  async function emailsLink(action: 'stop' | 'resume'): Promise<string> {
    const token = await api.services.unsubscribeLinks.sign(api.services.hashMailbox('reader@example.com'));
    return `/invitation-emails/${action}?token=${token}`;
  }

  async function contactLink(action: 'confirm' | 'stop' | 'resume'): Promise<string> {
    const { id: userId } = await makeUser(api);
    const { id } = await api.db.billingContact.create({ data: { id: ulid(), userId, email: 'books@example.com' } });
    return `/billing-contacts/${action}?token=${await api.services.billingContactLinks.sign(id)}`;
  }

  it.each(linkCalls)('does not keep the holder of a valid link from %s %s', async (method, name, makePath) => {
    const path = await makePath();
    const open = (token: string) => api.send(method, path.replace(/token=.*/, `token=${token}`));
    expect((await open('wrong')).status).toBe(400);
    const key = { startsWith: `${name}:` };
    await api.db.rateLimit.updateMany({ where: { key }, data: { points: 299 } });
    expect((await open('wrong')).status).toBe(400);
    const rejected = await open('wrong');
    expect([rejected.status, rejected.headers.ratelimit]).toEqual([429, expect.stringContaining(`"${name}";r=0;`)]);
    expect((await open('wrong')).status).toBe(429);
    expect((await api.send(method, path)).status).toBe(200);
  });

  // Mail filters and browsers open a link before the user does: by HEAD, as a prefetch, or by GET.
  it.each(linkCalls.filter(([method]) => method === 'GET'))(
    'is the only one who is counted: a scanner may open a valid link as often as it likes: %s %s',
    async (_method, name, makePath) => {
      const path = await makePath();
      const key = { startsWith: `${name}:` };
      const before = await api.db.rateLimit.findMany({ where: { key } });
      for (let times = 0; times < 5; times++) {
        expect((await api.send('HEAD', path)).status).toBe(200);
        expect((await api.send('GET', path).set('Sec-Purpose', 'prefetch')).status).toBe(200);
        expect((await api.send('GET', path)).status).toBe(200);
      }
      expect(await api.db.rateLimit.findMany({ where: { key } })).toEqual(before);
    },
  );
});

describe('an attacker behind the same IP who fills the limit of logins', () => {
  it('affects only those who log in there: sessions go on, and log out', async () => {
    const { credentials, workspace } = await createFixture(api, 'owner');
    const logInFromHere = () => api.send('GET', '/auth/login').redirects(0);
    await logInFromHere();
    const { count } = await api.db.rateLimit.updateMany({
      where: { key: { startsWith: 'login:' } },
      data: { points: 1_000_000 },
    });
    expect([count, (await logInFromHere()).status]).toEqual([1, 429]);
    expect((await api.send('PATCH', `/workspaces/${workspace.id}/setDefault`, credentials)).status).toBe(200);
    expect((await api.send('GET', '/auth/logout', credentials).redirects(0)).status).toBe(303);
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(401);
  });

  it('does not keep a user who is logged in from logging in again, which ending other sessions needs', async () => {
    const { credentials } = await createFixture(api, 'owner');
    const logInAgain = (by: Credentials) => api.send('GET', '/auth/login?fresh=1', by).redirects(0);
    await logInAgain({});
    await api.db.rateLimit.updateMany({ where: { key: { startsWith: 'login:' } }, data: { points: 1_000_000 } });
    expect((await logInAgain({})).status).toBe(429);
    expect((await logInAgain({ cookie: credentials.cookie?.replace(/=.*/, '=wrong') ?? '' })).status).toBe(429);
    const { status, headers } = await logInAgain(credentials);
    expect([status, headers.ratelimit]).toEqual([303, expect.stringMatching(/^"login-of-session";r=299;/)]);
    const { id, createdAt } = await sessionOf(api, credentials);
    const key = `login-of-session:${id}:${createdAt.getTime()}`;
    await api.db.rateLimit.update({ where: { key }, data: { points: 300 } });
    expect((await logInAgain(credentials)).status).toBe(429);
  });
});

describe('a page of another site that sends the user to a limited read', () => {
  it('does not spend the limit of the session', async () => {
    const { subject, credentials } = await createFixture(api, 'owner');
    const read = () => api.send('GET', `/users/${subject.id}/deletion`, credentials);
    const fromElsewhere = await read().set({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' });
    expect([fromElsewhere.status, errorTypeOf(fromElsewhere)]).toEqual([403, 'CrossSiteRequest']);
    expect((await read().set('Sec-Fetch-Site', 'same-site')).headers.ratelimit).toMatch(/^"getAccountDeletion";r=59;/);
  });
});
