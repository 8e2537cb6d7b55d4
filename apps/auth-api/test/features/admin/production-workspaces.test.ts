import { ErrorBody, ProductionWorkspace, Workspaces, defaultWorkspaceOf } from '@portal/contract';
import { ulid } from 'ulid';
import type { User } from '../../../src/generated/prisma/client.ts';
import { invitationEmailLimits, scaled } from '../../../src/features/emails/email-limits.ts';
import { startJobWorker, type JobWorker } from '../../../src/jobs/worker.ts';
import { addMember, logIn, logInWithClaims, mailboxLogin, makeUser, makeWorkspace } from '../../support/builders.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { closeForDeletion } from '../../support/erase.ts';
import { startInbox, type Inbox } from '../../support/inbox.ts';
import { pollUntil } from '../../support/polling.ts';
import { startStaffApi, type StaffApi } from '../../support/staff-api.ts';

let mail: Inbox;
let api: StaffApi;
let jobs: JobWorker;
beforeAll(async () => {
  mail = await startInbox();
  api = await startStaffApi({ SMTP_URL: mail.smtpUrl });
  jobs = startJobWorker(api.services);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await mail.close();
});

const path = '/workspaces/setup-production-workspace';
const setUp = (userEmail: string, overrides: object = {}) =>
  api.send('POST', path, api.staff.credentials).send({ userEmail, ...overrides });
const setUpFor = (userId: string) => api.send('POST', `${path}-by-userid`, api.staff.credentials).send({ userId });
const errorOf = (response: { body: unknown }) => ErrorBody.parse(response.body).error;

async function workspacesOf(user: User) {
  return Workspaces.parse((await api.send('GET', '/workspaces', await logIn(api, user))).body);
}

describe('[7.workspaces.5] a production workspace by email', () => {
  it('belongs to the mailbox: an account with the verified address gets it with a proof', async () => {
    const email = 'known@example.com';
    const account = await makeUser(api, { email, auth0Id: 'email|known' });
    const { workspaceId, userId } = ProductionWorkspace.parse((await setUp(' Known@Example.com ')).body);
    expect(await api.db.user.findUnique({ where: { id: userId } })).toMatchObject({ email, auth0Id: null });
    expect(await workspacesOf(account)).toEqual([]);
    await logInWithClaims(mailboxLogin(email, 'email|known'), api.services);
    expect(await workspacesOf(account)).toMatchObject([
      { id: workspaceId, displayName: "known's Production Workspace", role: 'OWNER', instanceEnvType: 'SI' },
    ]);
  });

  it('is created for a future user, who gets no second one at the first login', async () => {
    const email = 'invited@example.com';
    const { workspaceId } = ProductionWorkspace.parse((await setUp(email)).body);
    const user = await logInWithClaims(mailboxLogin(email), api.services);
    await api.db.user.update({
      where: { id: user.id },
      data: { tosVersionId: api.services.legal.currentVersionId },
    });
    const workspaces = await workspacesOf(user);
    expect(workspaces).toMatchObject([
      { id: workspaceId, displayName: "invited's Production Workspace", role: 'OWNER', creatorUserId: user.id },
    ]);
    expect(workspaces[0]?.isDefault).toBe(true);
    expect(defaultWorkspaceOf(workspaces)?.id).toBe(workspaceId);
  });

  it('is kept for a user whose address is not verified at the first login, who gets no second one either', async () => {
    const email = 'unverified@example.com';
    const { workspaceId } = ProductionWorkspace.parse((await setUp(email)).body);
    const user = await logInWithClaims({ ...mailboxLogin(email), email_verified: false }, api.services);
    expect(await api.db.membership.count({ where: { userId: user.id } })).toBe(0);
    await logInWithClaims(mailboxLogin(email), api.services);
    expect(await api.db.membership.findMany({ where: { userId: user.id } })).toMatchObject([
      { workspaceId, role: 'OWNER', isDefault: true },
    ]);
  });

  it('does not change the default workspace of a user who has one', async () => {
    const email = 'settled@example.com';
    const user = await logInWithClaims({ ...mailboxLogin(email), email_verified: false }, api.services);
    const { workspaceId } = ProductionWorkspace.parse((await setUp(email)).body);
    await logInWithClaims(mailboxLogin(email), api.services);
    const memberships = await api.db.membership.findMany({ where: { userId: user.id } });
    expect(memberships).toHaveLength(2);
    expect(memberships.find((membership) => membership.workspaceId === workspaceId)?.isDefault).toBe(false);
    expect(memberships.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('is the default of a new user who has several if it is the oldest that is not deleted', async () => {
    const email = 'several@example.com';
    const makeOneOf = async (year: string, deletedAt: Date | null = null) => {
      const { workspaceId: id } = ProductionWorkspace.parse((await setUp(email)).body);
      await api.db.workspace.update({ where: { id }, data: { createdAt: new Date(year), deletedAt } });
      return id;
    };
    await makeOneOf('2020', new Date());
    await makeOneOf('2023');
    const oldest = await makeOneOf('2021');
    await makeOneOf('2022');
    const shared = await makeWorkspace(api, await makeUser(api), { createdAt: new Date('2019') });
    await addMember(api, shared, await api.db.user.findFirstOrThrow({ where: { email } }), 'EDITOR');
    const user = await logInWithClaims(mailboxLogin(email), api.services);
    expect(await api.db.membership.findMany({ where: { userId: user.id, isDefault: true } })).toMatchObject([
      { workspaceId: oldest },
    ]);
    expect(await api.db.membership.count({ where: { userId: user.id } })).toBe(5);
  });

  it('that was deleted before the first login is replaced by a default workspace', async () => {
    const email = 'deleted@example.com';
    const { workspaceId } = ProductionWorkspace.parse((await setUp(email)).body);
    await api.db.workspace.update({ where: { id: workspaceId }, data: { deletedAt: new Date() } });
    const user = await logInWithClaims(mailboxLogin(email), api.services);
    const workspace = { deletedAt: null };
    expect(await api.db.membership.findMany({ where: { userId: user.id, workspace } })).toMatchObject([
      { role: 'OWNER', isDefault: true },
    ]);
  });

  it('is announced to the address by an email with a link', async () => {
    await setUp('announced@example.com');
    const [message] = await pollUntil(
      () => mail.messagesTo('announced@example.com'),
      (messages) => messages.length > 0,
    );
    expect(message?.subject).toBe('A workspace in System Initiative was set up for you');
    expect(message?.text).toContain('“Ada” (');
    expect(message?.text).toContain("set up the workspace “announced's Production Workspace” for you");
    expect(message?.text).toMatch(/http:\/\/localhost:9000\/invitations\/\S{20}/);
  });

  it('tells staff whether the owner is emailed: not once the limit of the day is reached', async () => {
    const email = 'limited@example.com';
    const emailed = async () => ProductionWorkspace.parse((await setUp(email)).body).emailed;
    expect(await emailed()).toBe('queued');
    const sent = { mailboxHash: api.services.hashMailbox(email), inviterId: api.staff.user.id, sentAt: new Date() };
    const count = scaled(invitationEmailLimits.perInviter, api.services.settings);
    await api.db.invitationEmail.createMany({ data: Array.from({ length: count }, () => ({ ...sent, id: ulid() })) });
    expect(await emailed()).toBe('limit');
    const { id } = await makeUser(api, { email });
    expect((await setUpFor(id)).body).toMatchObject({ emailed: 'limit' });
  });

  it('is created once for one request, however often it is sent', async () => {
    const requestUlid = ulid();
    const responses = await Promise.all(Array.from({ length: 20 }, () => setUp('once@example.com', { requestUlid })));
    expect(new Set(responses.map(({ body }) => ProductionWorkspace.parse(body).workspaceId)).size).toBe(1);
    expect(await api.db.membership.count({ where: { user: { email: 'once@example.com' } } })).toBe(1);
  });

  it.each([
    ['', 'userEmail: This field is required.'],
    ['nobody', 'userEmail: Invalid email.'],
    [`${'x'.repeat(500)}@example.com`, 'userEmail: Your input cannot be more than 500 characters long.'],
  ])('rejects %j', async (userEmail, message) => {
    const response = await setUp(userEmail);
    expect([response.status, errorOf(response).message]).toEqual([400, message]);
  });

  it('is recorded in the audit log', async () => {
    const [entry] = await auditEntriesOf(api, () => setUp('logged@example.com'));
    const owner = await api.db.user.findFirstOrThrow({
      where: { email: 'logged@example.com' },
      select: { id: true, memberships: { select: { workspaceId: true } } },
    });
    expect(entry).toMatchObject({
      action: 'setUpProductionWorkspace',
      actorUserId: api.staff.user.id,
      subjectUserId: owner.id,
      workspaceId: owner.memberships[0]?.workspaceId,
      details: { userEmail: 'logged@example.com' },
    });
  });
});

describe('[7.workspaces.6] a production workspace by user id', () => {
  it('belongs to that user, verified or not', async () => {
    const user = await makeUser(api, { nickname: 'Zoe', emailVerified: false });
    const { workspaceId, userId } = ProductionWorkspace.parse((await setUpFor(` ${user.id} `)).body);
    expect(userId).toBe(user.id);
    expect(await workspacesOf(user)).toMatchObject([{ id: workspaceId, displayName: "Zoe's Production Workspace" }]);
  });

  // @covers 7.workspaces.6
  it('accepts an id in lower case', async () => {
    const user = await makeUser(api);
    expect(ProductionWorkspace.parse((await setUpFor(user.id.toLowerCase())).body).userId).toBe(user.id);
  });

  it.each([
    ['', 400, 'userId: This field is required.'],
    ['x'.repeat(501), 400, 'userId: Your input cannot be more than 500 characters long.'],
    ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 404, 'User not found.'],
  ])('rejects %j', async (userId, status, message) => {
    const response = await setUpFor(userId);
    expect([response.status, errorOf(response).message]).toEqual([status, message]);
  });

  it('is not created for the mailbox of the staff user, by email or by id', async () => {
    const { email } = api.staff.user;
    const tagged = email.replace('@', '+gift@');
    const second = await makeUser(api, { email: tagged });
    for (const response of [await setUp(email), await setUp(tagged), await setUpFor(second.id)])
      expect(errorOf(response)).toMatchObject({
        type: 'NotAllowed',
        message: 'You cannot set up a workspace for yourself. Ask a colleague.',
      });
    expect((await setUpFor(api.staff.user.id)).status).toBe(403);
    expect(await api.db.user.count({ where: { email: { in: [email, tagged] }, auth0Id: null } })).toBe(0);
    expect(await api.db.membership.count({ where: { userId: { in: [second.id, api.staff.user.id] } } })).toBe(0);
  });

  it('is not created for a quarantined account, by email or by id', async () => {
    const user = await makeUser(api, { email: 'locked@example.com', quarantinedAt: new Date() });
    expect(errorOf(await setUpFor(user.id)).type).toBe('UserIsQuarantined');
    expect(errorOf(await setUp('locked@example.com')).type).toBe('UserIsQuarantined');
    expect(await api.db.membership.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is not created for an account that is being deleted, by email or by id', async () => {
    const user = await makeUser(api, { email: 'closed@example.com' });
    await closeForDeletion(api, user);
    for (const response of [await setUpFor(user.id), await setUp(user.email)])
      expect(errorOf(response)).toMatchObject({ type: 'NotAllowed', message: 'This account is being deleted.' });
    expect(await api.db.membership.count({ where: { userId: user.id } })).toBe(0);
  });
});
