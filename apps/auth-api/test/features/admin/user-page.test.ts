import {
  AuditPage,
  AuthTokensForStaff,
  ErrorBody,
  SessionsForStaff,
  UserForStaff,
  WorkspacesOfUser,
} from '@portal/contract';
import { ulid } from 'ulid';
import type { User } from '../../../src/generated/prisma/client.ts';
import type { Credentials } from '../../support/api.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { addMember, logIn, makeApiToken, makeStaff, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startStaffApi, type StaffApi } from '../../support/staff-api.ts';

const hourMs = 3_600_000;

let api: StaffApi;
beforeAll(async () => {
  api = await startStaffApi();
});
afterAll(() => api.close());

const get = ({ id }: Pick<User, 'id'>, list = '') =>
  api.send('GET', `/staff/users/${id}${list}`, api.staff.credentials);
const page = async (user: User) => UserForStaff.parse((await get(user)).body);

/** A user who owns two workspaces, one of them deleted, and is a member of a third. */
async function makeBusyUser() {
  const [user, other] = [await makeUser(api), await makeUser(api, { nickname: 'Grace' })];
  const deleted = await makeWorkspace(api, user, { displayName: 'Gone', deletedAt: new Date() });
  const own = await makeWorkspace(api, user, { displayName: 'Own' });
  const shared = await makeWorkspace(api, other, { displayName: 'Shared', quarantinedAt: new Date() });
  await addMember(api, shared, user, 'APPROVER');
  return { user, other, own, deleted, shared };
}

describe('the page of a user', () => {
  it('shows their identity, accepted terms and billing state, and nothing confidential', async () => {
    const agreedAt = new Date('2026-03-01T10:00:00.000Z');
    const user = await makeUser(api, {
      auth0Id: 'github|4711',
      firstName: 'Ada',
      lastName: 'Lovelace',
      pictureUrl: 'https://pictures.example/ada.png',
      githubUsername: 'ada',
      discordUsername: 'ada.l',
      tosVersionId: '2023-03-30',
      reviewedProfileAt: agreedAt,
      lastLoginAt: agreedAt,
      tosAgreements: { create: { versionId: '2023-03-30', agreedAt, ip: '192.0.2.7' } },
      billingAccount: {
        create: {
          email: 'a@b.example',
          customerId: 'cus_1',
          planCode: 'monthly',
          taxNumber: 'DE-4711',
          city: 'London',
        },
      },
    });
    const body: unknown = (await get(user)).body;
    expect(UserForStaff.parse(body)).toMatchObject({
      id: user.id,
      auth0Id: 'github|4711',
      signupMethod: 'GitHub',
      githubUsername: 'ada',
      discordUsername: 'ada.l',
      reviewedProfileAt: agreedAt.toISOString(),
      lastLoginAt: agreedAt.toISOString(),
      terms: {
        versionId: '2023-03-30',
        agreedAt: agreedAt.toISOString(),
        needsTosUpdate: true,
        latestTosVersion: api.services.legal.currentVersionId,
      },
      billing: { state: 'pending', planCode: 'monthly', customerId: 'cus_1', paymentDetailsSet: false },
    });
    expect(JSON.stringify(body)).not.toMatch(/192\.0\.2\.7|DE-4711|London|pictures/);
  });

  it('shows a user who was only invited', async () => {
    const user = await makeUser(api, { auth0Id: null, emailVerified: false, signedUpAt: null, tosVersionId: null });
    expect(await page(user)).toMatchObject({
      auth0Id: null,
      signupMethod: null,
      signedUpAt: null,
      terms: { versionId: null, agreedAt: null, needsTosUpdate: true },
      billing: { state: 'none', planCode: null, customerId: null },
      counts: { workspaces: 0, deletedWorkspaces: 0, ownedWorkspaces: 0, authTokens: 0, sessions: 0 },
    });
  });

  it('shows why they are locked, since when, until when and by whom', async () => {
    const user = await makeUser(api);
    const until = '2999-01-01T00:00:00.000Z';
    await api
      .send('PATCH', `/users/${user.id}/suspend`, api.staff.credentials)
      .send({ isSuspended: true, reason: 'Unpaid', until });
    expect(await page(user)).toMatchObject({
      isQuarantined: false,
      isSuspended: true,
      suspensionReason: 'Unpaid',
      suspendedUntil: until,
      suspendedBy: { userId: api.staff.user.id, email: api.staff.user.email },
    });
  });

  it('lists the other accounts with the address, sorted by last login', async () => {
    const email = 'twice@example.com';
    const user = await makeUser(api, { email });
    const invited = await makeUser(api, { email, auth0Id: null, nickname: 'Invited', signedUpAt: null });
    await addMember(api, await makeWorkspace(api, user), invited, 'EDITOR');
    const sameAddress = await makeUser(api, {
      email,
      nickname: 'Duplicate',
      lastLoginAt: new Date(5),
    });
    await api.db.user.update({ where: { id: sameAddress.id }, data: { quarantinedAt: new Date() } });
    expect((await page(user)).sameAddress).toEqual([
      {
        userId: sameAddress.id,
        auth0Id: sameAddress.auth0Id,
        nickname: 'Duplicate',
        emailVerified: true,
        isQuarantined: true,
        isSuspended: false,
        lastLoginAt: new Date(5).toISOString(),
      },
      {
        userId: invited.id,
        auth0Id: null,
        nickname: 'Invited',
        emailVerified: false,
        isQuarantined: false,
        isSuspended: false,
        lastLoginAt: null,
      },
    ]);
  });

  it('counts their workspaces, tokens and sessions', async () => {
    const { user, own, shared } = await makeBusyUser();
    await logIn(api, user);
    await makeApiToken(api, own, user);
    await makeApiToken(api, shared, user, { revokedAt: new Date() });
    await makeApiToken(api, own, user, { expiresAt: new Date(1) });
    expect((await page(user)).counts).toEqual({
      workspaces: 2,
      deletedWorkspaces: 1,
      ownedWorkspaces: 1,
      authTokens: 3,
      activeAuthTokens: 1,
      sessions: 1,
    });
  });

  it.each(['', '/workspaces', '/authTokens', '/sessions', '/audit'])(
    'is recorded in the audit log when %j is read, and not for an unknown user',
    async (list) => {
      const user = await makeUser(api);
      const [entry, ...others] = await auditEntriesOf(api, () => get(user, list));
      expect(others).toEqual([]);
      expect(entry).toMatchObject({ actorUserId: api.staff.user.id, subjectUserId: user.id });
      const rejection = await get({ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, list);
      expect([rejection.status, ErrorBody.parse(rejection.body).error.type]).toEqual([404, 'UserNotFound']);
    },
  );
});

describe('the lists of a user', () => {
  it('contain their workspaces with their role, deleted ones last', async () => {
    const { user, other, own, deleted, shared } = await makeBusyUser();
    const { workspaces } = WorkspacesOfUser.parse((await get(user, '/workspaces')).body);
    expect(workspaces.map(({ workspaceId, role, owner }) => [workspaceId, role, owner.userId])).toEqual([
      [shared.id, 'APPROVER', other.id],
      [own.id, 'OWNER', user.id],
      [deleted.id, 'OWNER', user.id],
    ]);
    expect(workspaces.map(({ quarantinedAt, deletedAt }) => [quarantinedAt !== null, deletedAt !== null])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
  });

  it('contain the API tokens that they created, without secrets', async () => {
    const { user, other, own, deleted, shared } = await makeBusyUser();
    const old = await makeApiToken(api, deleted, user, { name: 'Old', revokedAt: new Date() });
    const { id, credentials } = await makeApiToken(api, own, user, { name: 'CI' });
    await makeApiToken(api, shared, other);
    const body: unknown = (await get(user, '/authTokens')).body;
    const { authTokens } = AuthTokensForStaff.parse(body);
    expect(authTokens.map(({ id, name, workspace }) => [id, name, workspace.displayName])).toEqual([
      [id, 'CI', 'Own'],
      [old.id, 'Old', 'Gone'],
    ]);
    expect(authTokens[1]?.workspace.deletedAt).not.toBeNull();
    expect(authTokens[0]).toMatchObject({ creator: { userId: user.id }, revokedAt: null });
    expect(JSON.stringify(body)).not.toContain(credentials.token);
  });

  it('contain their active sessions, without anything that grants access to one', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const session = { userId: user.id, expiresAt: new Date(Date.now() + hourMs) };
    await api.db.session.createMany({
      data: [
        { ...session, id: ulid(), idHash: 'expired', expiresAt: new Date() },
        { ...session, id: ulid(), idHash: 'idle', lastSeenAt: new Date(1) },
      ],
    });
    const body: unknown = (await get(user, '/sessions')).body;
    const { sessions } = SessionsForStaff.parse(body);
    expect(sessions).toHaveLength(1);
    const { idHash } = await api.db.session.findFirstOrThrow({
      where: { userId: user.id, idHash: { notIn: ['expired', 'idle'] } },
    });
    expect(JSON.stringify(body)).not.toContain(idHash);
    expect(JSON.stringify(body)).not.toContain(credentials.cookie?.split('=')[1]);
    expect(
      (await whoami({ cookie: `${credentials.cookie?.split('=')[0] ?? ''}=${sessions[0]?.key ?? ''}` })).status,
    ).toBe(401);
    expect((await whoami(credentials)).status).toBe(200);
  });

  it('show the expiry of staff sessions by the limits for staff', async () => {
    const { user } = await makeStaff(api);
    const createdAt = new Date(Date.now() - 2 * hourMs);
    const expiresAt = new Date(Date.now() + 1_000 * hourMs);
    const session = { userId: user.id, expiresAt, isStaff: true };
    await api.db.session.create({
      data: { ...session, id: ulid(), idHash: 'idle of staff', lastSeenAt: createdAt },
    });
    await api.db.session.deleteMany({ where: { userId: user.id, idHash: { not: 'idle of staff' } } });
    expect(SessionsForStaff.parse((await get(user, '/sessions')).body).sessions).toEqual([]);
    await api.db.session.create({ data: { ...session, id: ulid(), idHash: 'of staff', createdAt } });
    const { sessions } = SessionsForStaff.parse((await get(user, '/sessions')).body);
    expect(sessions.map((session) => session.expiresAt)).toEqual([
      new Date(createdAt.getTime() + 12 * hourMs).toISOString(),
    ]);
  });

  it('contain what they did and what was done to them, each once, without reads', async () => {
    const { user, own } = await makeBusyUser();
    const other = await makeUser(api);
    const asActor = await auditEntriesOf(api, async () =>
      api.send('PATCH', `/workspaces/${own.id}`, await logIn(api, user)).send({ displayName: 'Mine' }),
    );
    const asSubject = await auditEntriesOf(api, () =>
      api.send('PATCH', `/users/${user.id}/suspend`, api.staff.credentials).send({ isSuspended: true }),
    );
    const both = { actorUserId: user.id, subjectUserId: user.id };
    const asBoth = await api.db.auditEntry.create({
      data: { ...both, id: ulid(), action: 'updateProfile', credential: 'session', requestId: 'earlier' },
    });
    await api.send('PATCH', `/users/${other.id}/suspend`, api.staff.credentials).send({ isSuspended: true });
    await get(user);
    const { entries, next } = AuditPage.parse((await get(user, '/audit')).body);
    expect(entries.map(({ id }) => id)).toEqual([asBoth, ...asSubject, ...asActor].map(({ id }) => id));
    expect(next).toBeNull();
  });
});

const whoami = (credentials: Credentials) => api.send('GET', '/whoami', credentials);
