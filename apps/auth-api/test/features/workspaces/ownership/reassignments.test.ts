/** @takes 20 s */
import { ErrorBody, type ErrorType } from '@portal/contract';
import type { Response } from 'supertest';
import { startJobWorker, type JobWorker } from '../../../../src/jobs/worker.ts';
import {
  completeReassignment,
  sendReassignmentEmail,
} from '../../../../src/features/workspaces/ownership/reassignment.tasks.ts';
import type { Prisma } from '../../../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../../../support/api.ts';
import { readAuditEntries } from '../../../support/audit-log.ts';
import { addMember, logIn, makeStaff, makeStaffUser, makeUser } from '../../../support/builders.ts';
import { emailsTo, startInbox, waitForEmails, type Inbox } from '../../../support/inbox.ts';
import { pollUntil } from '../../../support/polling.ts';
import { completeNow, makeReassignmentTeam } from '../../../support/reassignment-team.ts';

let mail: Inbox;
let api: TestApi;
let jobs: JobWorker;
let staff: Awaited<ReturnType<typeof makeStaff>>;
beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl, SUPPORT_EMAIL: 'help@example.com' });
  jobs = startJobWorker(api.services);
  staff = await makeStaff(api);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await mail.close();
});

const makeTeam = (ofOwner?: Partial<Prisma.UserCreateInput>) => makeReassignmentTeam({ api, mail, staff }, ofOwner);
const complete = (id: string) => completeNow(api, id);

const expectError = (response: Response, type: ErrorType) => {
  expect(ErrorBody.parse(response.body).error.type).toBe(type);
};
const outcomeOf = async (id: string) =>
  (await api.db.ownershipReassignment.findUniqueOrThrow({ where: { id } })).outcome;
const entriesAbout = (workspaceId: string) => readAuditEntries(api, { workspaceId });

describe('a change of the owner by staff', () => {
  it('emails the owner the reason and a link, and takes effect 72 hours later', async () => {
    const { owner, successor, workspace, get, requestNotified, ownerId } = await makeTeam();
    const before = Date.now();
    const id = await requestNotified();
    const [message] = await emailsTo(mail, owner, 1);
    expect(message?.subject).toBe('The owner of “Acme evil. com” will change');
    expect(message?.text).toContain('Reason: Has left the company');
    const pending = await get();
    expect(pending).toMatchObject({
      id,
      from: { userId: owner.id },
      to: { userId: successor.id },
      requestedBy: { userId: staff.user.id },
      reason: 'Has left the company',
      isOwnerNotified: true,
    });
    expect(Date.parse(pending?.effectiveAt ?? '') - before).toBeGreaterThanOrEqual(72 * 3_600_000 - 1_000);
    // Too early.
    await completeReassignment({ reassignmentId: id }, api.services);
    expect(await ownerId()).toBe(owner.id);

    await complete(id);
    expect(await ownerId()).toBe(successor.id);
    expect(await outcomeOf(id)).toBe('COMPLETED');
    expect(await get()).toBeNull();
    const subjects = (await emailsTo(mail, owner, 2)).map(({ subject }) => subject);
    expect(subjects[1]).toBe('The owner of “Acme evil. com” has changed');
    expect((await emailsTo(mail, successor, 1))[0]?.subject).toBe('You are now the owner of “Acme evil. com”');
    expect(await entriesAbout(workspace.id)).toMatchObject([
      { action: 'reassignOwnership', actorUserId: staff.user.id, details: { reason: 'Has left the company' } },
      { action: 'getWorkspaceForStaff' },
      {
        action: 'completeReassignment',
        actorUserId: staff.user.id,
        credential: 'job',
        requestId: id,
        subjectUserId: successor.id,
        ip: null,
      },
      { action: 'getWorkspaceForStaff' },
    ]);
    // A second run does nothing.
    await complete(id);
    await waitForEmails(api);
    expect(await mail.messagesTo(owner.email)).toHaveLength(2);
  });

  it('is scheduled for the time at which it takes effect', async () => {
    const { get, requestNotified } = await makeTeam();
    const id = await requestNotified();
    const { rows } = await api.services.pool.query<{ run_at: Date }>(
      'SELECT run_at FROM graphile_worker.jobs WHERE key = $1',
      [`reassignment:${id}`],
    );
    expect(rows.map(({ run_at: at }) => at.toISOString().slice(0, 19))).toEqual([
      (await get())?.effectiveAt?.slice(0, 19),
    ]);
  });

  it('does not happen if the owner objects by the link', async () => {
    const { owner, successor, workspace, requestNotified, objectionPath, ownerId } = await makeTeam();
    const id = await requestNotified();
    const path = await objectionPath();
    const page = await api.send('GET', path);
    expect(page.text).toContain('Stay the owner of Acme evil.com?');
    expect(page.text).toContain(`<form method="post" action="http://localhost:9001${path}">`);
    expect(await outcomeOf(id)).toBeNull();
    const responses = [await api.send('POST', path), await api.send('POST', path), await api.send('GET', path)];
    for (const { status, text } of responses) {
      expect(status).toBe(200);
      expect(text).toContain('You stay the owner');
    }
    await complete(id);
    expect(await ownerId()).toBe(owner.id);
    expect(await entriesAbout(workspace.id)).toMatchObject([
      { action: 'reassignOwnership' },
      {
        action: 'objectToReassignment',
        actorUserId: owner.id,
        credential: 'link',
        subjectUserId: successor.id,
        requestId: responses[0]?.get('X-Request-Id'),
      },
    ]);
  });

  it('is explained by the link after it happened or was cancelled', async () => {
    const [done, cancelled] = [await makeTeam(), await makeTeam()];
    await complete(await done.requestNotified());
    const late = await api.send('POST', await done.objectionPath());
    expect(late.text).toContain('Eve is now the owner of Acme evil.com');
    expect(await done.ownerId()).toBe(done.successor.id);
    await cancelled.requestNotified();
    expect((await cancelled.cancel()).status).toBe(200);
    expect((await api.send('GET', await cancelled.objectionPath())).text).toContain('Nothing to object to');
    expectError(await cancelled.cancel(), 'ReassignmentNotFound');
  });

  it('is shown to the owner in the portal while it is pending, and to no other member', async () => {
    const { owner, successor, requestNotified, getAs, cancel } = await makeTeam();
    expect(await getAs(owner)).toBeNull();
    await requestNotified();
    expect(await getAs(owner)).toEqual({
      to: { userId: successor.id, email: successor.email, nickname: 'Eve' },
      reason: 'Has left the company',
      isOwnerNotified: true,
      needsConfirmation: false,
      effectiveAt: expect.any(String) as string,
    });
    expect(await getAs(successor)).toBeNull();
    await cancel();
    expect(await getAs(owner)).toBeNull();
  });

  it('leaves its outcome on the page of the workspace for staff', async () => {
    const { owner, successor, request, requestNotified, objectionPath, getLast, cancel } = await makeTeam();
    await requestNotified();
    expect(await getLast()).toBeNull();
    await api.send('POST', await objectionPath());
    expect(await getLast()).toMatchObject({
      from: { userId: owner.id },
      to: { userId: successor.id },
      reason: 'Has left the company',
      outcome: 'OBJECTED',
    });
    await request();
    expect(await getLast()).toMatchObject({ outcome: 'OBJECTED' });
    await cancel();
    expect(await getLast()).toMatchObject({ outcome: 'CANCELLED' });
  });

  it('has a link whose secret is stored nowhere', async () => {
    const { requestNotified, objectionPath } = await makeTeam();
    const id = await requestNotified();
    const secret = (await objectionPath()).split('=')[1] ?? '';
    expect(secret.length).toBeGreaterThanOrEqual(43);
    const rows = await api.asOwner(`
      SELECT r::text FROM ownership_reassignments r WHERE id = '${id}'
      UNION ALL SELECT j::text FROM graphile_worker._private_jobs j
      UNION ALL SELECT a::text FROM audit_entries a`);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await api.send('GET', '/ownership/objection?token=wrong')).status).toBe(400);
    expect((await api.send('POST', '/ownership/objection')).status).toBe(400);
  });

  it('is emailed once, also if its job runs again', async () => {
    const { owner, requestNotified } = await makeTeam();
    const reassignmentId = await requestNotified();
    await sendReassignmentEmail({ reassignmentId }, api.services);
    expect(await mail.messagesTo(owner.email)).toHaveLength(1);
  });

  it('is emailed with another link and Message-ID if the outcome of the first email was lost', async () => {
    const { owner, requestNotified } = await makeTeam();
    const id = await requestNotified();
    await api.db.ownershipReassignment.update({ where: { id }, data: { notifiedAt: null, effectiveAt: null } });
    await sendReassignmentEmail({ reassignmentId: id }, api.services);
    const messages = await emailsTo(mail, owner, 2);
    expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(2);
    const paths = messages.map(({ text }) => /\/ownership\/objection\?token=[\w-]+/.exec(text)?.[0] ?? '');
    expect((await api.send('GET', paths[0] ?? '')).status).toBe(400);
    expect((await api.send('GET', paths[1] ?? '')).status).toBe(200);
  });

  it('waits for the mail server before the 72 hours start', async () => {
    const { request, get } = await makeTeam();
    await mail.setMode('reject');
    await request();
    await pollUntil(
      async () =>
        (await api.services.pool.query('SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NOT NULL')).rowCount ??
        0,
      (failed) => failed > 0,
    );
    expect(await get()).toMatchObject({ effectiveAt: null, isOwnerNotified: false });
    await mail.setMode('accept');
    await api.asOwner('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE last_error IS NOT NULL');
    await pollUntil(get, (pending) => pending?.isOwnerNotified === true);
  });

  it('checks everything again when it is due', async () => {
    const changes: ((team: Awaited<ReturnType<typeof makeTeam>>) => Promise<unknown>)[] = [
      ({ successor }) => api.db.user.update({ where: { id: successor.id }, data: { emailVerified: false } }),
      ({ successor }) => api.db.user.update({ where: { id: successor.id }, data: { suspendedAt: new Date() } }),
      ({ successor }) => api.db.membership.deleteMany({ where: { userId: successor.id } }),
      ({ workspace }) => api.db.workspace.update({ where: { id: workspace.id }, data: { deletedAt: new Date() } }),
    ];
    for (const change of changes) {
      const team = await makeTeam({ emailVerified: false });
      await team.request();
      const id = (await team.get())?.id ?? '';
      await team.confirm((await makeStaff(api)).credentials);
      await change(team);
      await complete(id);
      expect(await outcomeOf(id)).toBe('SUPERSEDED');
      expect(await team.ownerId()).toBe(team.owner.id);
    }
  });

  it('is superseded if the owner hands over the workspace meanwhile', async () => {
    const { owner, successor, workspace, requestNotified } = await makeTeam();
    const id = await requestNotified();
    const other = await makeUser(api);
    await addMember(api, workspace, other, 'EDITOR');
    const offer = `/workspaces/${workspace.id}/ownership-offer`;
    await api.send('POST', offer, await logIn(api, owner)).send({ userId: other.id });
    expect((await api.send('POST', `${offer}/accept`, await logIn(api, other))).status).toBe(200);
    expect(await outcomeOf(id)).toBe('SUPERSEDED');
    expect((await emailsTo(mail, other, 2)).map(({ subject }) => subject)).toEqual([
      'You can become the owner of “Acme evil. com”',
      'You are now the owner of “Acme evil. com”',
    ]);
    expect(await mail.messagesTo(successor.email)).toEqual([]);
  });

  it('goes to a member of a live workspace who is someone else, once at a time', async () => {
    const { owner, workspace, request, requestNotified } = await makeTeam();
    expectError(await request(owner.id), 'MemberCannotOwn');
    expectError(await request((await makeUser(api)).id), 'MemberNotFound');
    expectError(await request('unknown'), 'MemberNotFound');
    await addMember(api, workspace, staff.user, 'EDITOR');
    expectError(await request(staff.user.id), 'NotAllowed');
    // Another account with the mailbox of the staff user, through any connection.
    const second = await makeUser(api, { email: staff.user.email.replace('@', '+private@') });
    await addMember(api, workspace, second, 'EDITOR');
    expectError(await request(second.id), 'NotAllowed');
    const unverified = await makeUser(api, { emailVerified: false });
    await addMember(api, workspace, unverified, 'EDITOR');
    expectError(await request(unverified.id), 'MemberCannotOwn');
    await requestNotified();
    expectError(await request(), 'ReassignmentPending');
    const deleted = await makeTeam();
    await api.db.workspace.update({ where: { id: deleted.workspace.id }, data: { deletedAt: new Date() } });
    expectError(await deleted.request(), 'WorkspaceNotFound');
  });

  it('needs a recent login of staff, and a reason', async () => {
    const { path, successor, request } = await makeTeam();
    const stale = await logIn(api, await makeStaffUser(api), new Date(Date.now() - 16 * 60_000));
    expectError(await request(successor.id, stale), 'FreshLoginRequired');
    const withoutReason = await api.send('POST', path, staff.credentials).send({ userId: successor.id, reason: ' ' });
    expectError(withoutReason, 'InvalidInput');
  });
});

describe('the emails about an offer', () => {
  it('go to the member, then to both when it is accepted, and say what it means', async () => {
    const { owner, successor, workspace } = await makeTeam();
    const offer = `/workspaces/${workspace.id}/ownership-offer`;
    await api.send('POST', offer, await logIn(api, owner)).send({ userId: successor.id });
    const [offered] = await emailsTo(mail, successor, 1);
    expect(offered?.text).toContain(`http://localhost:9000/workspace/${workspace.id}`);
    expect(offered?.text).toContain('Billing does not move');
    await api.send('POST', `${offer}/accept`, await logIn(api, successor));
    const [toOwner] = await emailsTo(mail, owner, 1);
    expect(toOwner?.subject).toBe('The owner of “Acme evil. com” has changed');
    expect(toOwner?.text).toContain('contact help@example.com');
    await waitForEmails(api);
    expect(await mail.messagesTo(successor.email)).toHaveLength(2);
    expect(await mail.messagesTo(owner.email)).toHaveLength(1);
  });

  it('are not sent for an offer that has ended', async () => {
    const { owner, successor, workspace } = await makeTeam();
    await jobs.stop();
    const [offer, asOwner] = [`/workspaces/${workspace.id}/ownership-offer`, await logIn(api, owner)];
    await api.send('POST', offer, asOwner).send({ userId: successor.id });
    await api.send('DELETE', offer, asOwner);
    jobs = startJobWorker(api.services);
    await waitForEmails(api);
    expect(await mail.messagesTo(successor.email)).toEqual([]);
  });
});
