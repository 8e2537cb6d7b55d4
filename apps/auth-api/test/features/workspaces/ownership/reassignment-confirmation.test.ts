import { ErrorBody, type ErrorType } from '@portal/contract';
import type { Response } from 'supertest';
import { ulid } from 'ulid';
import type { Prisma } from '../../../../src/generated/prisma/client.ts';
import { completeReassignment } from '../../../../src/features/workspaces/ownership/reassignment.tasks.ts';
import { startJobWorker, type JobWorker } from '../../../../src/jobs/worker.ts';
import { startApi, type TestApi } from '../../../support/api.ts';
import { readAuditEntries } from '../../../support/audit-log.ts';
import { logIn, makeStaff, type Staff } from '../../../support/builders.ts';
import { startInbox, type Inbox } from '../../../support/inbox.ts';
import { pollUntil } from '../../../support/polling.ts';
import { completeNow, endObjectionPeriod, makeReassignmentTeam } from '../../../support/reassignment-team.ts';

let mail: Inbox;
let api: TestApi;
let jobs: JobWorker;
let staff: Staff;
beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl });
  jobs = startJobWorker(api.services);
  staff = await makeStaff(api);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await mail.close();
});

const makeTeam = (ofOwner?: Partial<Prisma.UserCreateInput>) => makeReassignmentTeam({ api, mail, staff }, ofOwner);
const expectError = (response: Response, type: ErrorType) => {
  expect(ErrorBody.parse(response.body).error.type).toBe(type);
};

describe('a change of an owner who cannot be emailed', () => {
  it('waits for a colleague if the owner has no verified address, and takes 72 hours from then', async () => {
    const { owner, successor, workspace, get, getAs, request, confirm, ownerId } = await makeTeam({
      emailVerified: false,
    });
    await request();
    const waiting = { isOwnerNotified: false, needsConfirmation: true, effectiveAt: null };
    expect(await get()).toMatchObject({ ...waiting, confirmedBy: null });
    expect(await getAs(owner)).toMatchObject(waiting);
    const { user: colleague, credentials } = await makeStaff(api);
    const before = Date.now();
    expect((await confirm(credentials)).status).toBe(200);
    const pending = await get();
    expect(pending).toMatchObject({
      isOwnerNotified: false,
      needsConfirmation: false,
      confirmedBy: { userId: colleague.id },
    });
    expect(Date.parse(pending?.effectiveAt ?? '') - before).toBeGreaterThanOrEqual(72 * 3_600_000 - 1_000);
    expect(await ownerId()).toBe(owner.id);
    await completeNow(api, pending?.id ?? '');
    expect(await ownerId()).toBe(successor.id);
    expect(await mail.messagesTo(owner.email)).toEqual([]);
    const entries = await readAuditEntries(api, { workspaceId: workspace.id });
    expect(entries.filter(({ action }) => action === 'confirmReassignment')).toMatchObject([
      { actorUserId: colleague.id, subjectUserId: successor.id, details: { reason: 'Has left the company' } },
    ]);
  });

  it('waits for a colleague if the mail server rejects the address of the owner for good', async () => {
    const { request, get } = await makeTeam();
    await mail.setMode('reject for good');
    await request();
    const pending = await pollUntil(get, (change) => change?.needsConfirmation === true);
    await mail.setMode('accept');
    expect(pending).toMatchObject({ isOwnerNotified: false, effectiveAt: null });
  });

  it('is not completed without the confirmation', async () => {
    const { owner, get, request, ownerId } = await makeTeam({ emailVerified: false });
    await request();
    const id = (await get())?.id ?? '';
    await completeReassignment({ reassignmentId: id }, api.services);
    expect(await ownerId()).toBe(owner.id);
    await expect(endObjectionPeriod(api, id)).rejects.toThrow(/ownership_reassignments_confirmation_check/);
  });

  it('is confirmed once, by a colleague with a recent login who does not gain by it, and only as it was shown', async () => {
    const { successor, request, get, confirm, cancel } = await makeTeam({ emailVerified: false });
    await request();
    const id = (await get())?.id ?? '';
    const colleague = await makeStaff(api);
    const stale = await logIn(api, colleague.user, new Date(Date.now() - 16 * 60_000));
    expectError(await confirm(stale), 'FreshLoginRequired');
    expectError(await confirm(staff.credentials), 'NotAllowed');
    const otherAccount = await makeStaff(api, { email: staff.user.email.replace('@', '+other@') });
    expectError(await confirm(otherAccount.credentials), 'NotAllowed');
    const own = await makeStaff(api, { email: successor.email.replace('@example.com', '@systeminit.com') });
    await api.db.user.update({ where: { id: successor.id }, data: { email: own.user.email } });
    expectError(await confirm(own.credentials), 'NotAllowed');
    expectError(await confirm(colleague.credentials, ulid()), 'ReassignmentNotFound');
    expect(await get()).toMatchObject({ needsConfirmation: true });
    expect((await confirm(colleague.credentials)).status).toBe(200);
    expectError(await confirm((await makeStaff(api)).credentials, id), 'ReassignmentNotFound');
    await cancel();
    expectError(await confirm(colleague.credentials, id), 'ReassignmentNotFound');
  });

  it('needs no confirmation if the owner was notified', async () => {
    const { requestNotified, confirm } = await makeTeam();
    const id = await requestNotified();
    expectError(await confirm((await makeStaff(api)).credentials, id), 'ReassignmentNotFound');
  });

  it('is not confirmed once the member can no longer be the owner', async () => {
    const { successor, request, confirm } = await makeTeam({ emailVerified: false });
    await request();
    await api.db.user.update({ where: { id: successor.id }, data: { emailVerified: false } });
    expectError(await confirm((await makeStaff(api)).credentials), 'MemberCannotOwn');
  });
});

describe('a change whose author is no longer staff when it takes effect', () => {
  const suspend = ({ user: { id } }: Staff) => api.db.user.update({ where: { id }, data: { suspendedAt: new Date() } });

  it.each<[string, Prisma.UserUpdateInput]>([
    ['is suspended', { suspendedAt: new Date() }],
    ['is quarantined', { quarantinedAt: new Date() }],
    ['has another email address', { email: `${ulid().toLowerCase()}@example.com` }],
    ['has an identity of another connection', { auth0Id: `auth0|${ulid()}` }],
  ])('waits for a colleague if the author %s, and takes another 72 hours from then', async (_what, data) => {
    const author = await makeStaff(api);
    const { owner, successor, requestNotified, confirm, ownerId } = await makeReassignmentTeam({
      api,
      mail,
      staff: author,
    });
    const id = await requestNotified();
    await api.db.user.update({ where: { id: author.user.id }, data });
    await completeNow(api, id);
    expect(await ownerId()).toBe(owner.id);
    expect(await api.db.ownershipReassignment.findUniqueOrThrow({ where: { id } })).toMatchObject({
      closedAt: null,
      effectiveAt: null,
    });
    const before = Date.now();
    expect((await confirm(staff.credentials)).status).toBe(200);
    const { effectiveAt } = await api.db.ownershipReassignment.findUniqueOrThrow({ where: { id } });
    expect((effectiveAt?.getTime() ?? 0) - before).toBeGreaterThanOrEqual(72 * 3_600_000 - 1_000);
    await completeNow(api, id);
    expect(await ownerId()).toBe(successor.id);
  });

  it('waits for another colleague if the one who confirmed it is suspended', async () => {
    const { owner, successor, request, get, confirm, ownerId } = await makeTeam({ emailVerified: false });
    await request();
    const first = await makeStaff(api);
    expect((await confirm(first.credentials)).status).toBe(200);
    await suspend(first);
    const id = (await get())?.id ?? '';
    await completeNow(api, id);
    expect(await ownerId()).toBe(owner.id);
    expect(await get()).toMatchObject({ needsConfirmation: true, confirmedBy: null, effectiveAt: null });
    expect((await confirm((await makeStaff(api)).credentials)).status).toBe(200);
    await completeNow(api, id);
    expect(await ownerId()).toBe(successor.id);
  });

  it('happens if a colleague confirmed it, although the one who requested it is suspended', async () => {
    const author = await makeStaff(api);
    const team = await makeReassignmentTeam({ api, mail, staff: author }, { emailVerified: false });
    await team.request();
    expect((await team.confirm(staff.credentials)).status).toBe(200);
    const { id } = await api.db.ownershipReassignment.findFirstOrThrow({ where: { workspaceId: team.workspace.id } });
    await suspend(author);
    await completeNow(api, id);
    expect(await team.ownerId()).toBe(team.successor.id);
  });
});
