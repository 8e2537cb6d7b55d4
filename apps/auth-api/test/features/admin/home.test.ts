import { StaffHome } from '@portal/contract';
import { newId } from '../../../src/platform/lib/ids.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { makeInvitation, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startStaffApi, type StaffApi } from '../../support/staff-api.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const ago = (ms: number) => new Date(Date.now() - ms);
const longAgo = { signedUpAt: new Date('2001-01-01') };

let api: StaffApi;
beforeAll(async () => {
  api = await startStaffApi({}, longAgo);
});
afterAll(() => api.close());

const getHome = async () => {
  const response = await api.send('GET', '/staff/home', api.staff.credentials);
  expect(response.status).toBe(200);
  return StaffHome.parse(response.body);
};

const user = (overrides: Parameters<typeof makeUser>[1] = {}) => makeUser(api, { ...longAgo, ...overrides });
const userIds = ({ rows }: { rows: readonly { userId: string }[] }) => rows.map(({ userId }) => userId);

// In the order of the file: the first test needs a portal in which nothing has happened.
describe('the home of staff', () => {
  it('is empty if nothing needs staff', async () => {
    const none = { count: 0, rows: [] };
    expect(await getHome()).toEqual({
      endingLocks: none,
      openQuarantines: none,
      quarantinedWorkspaces: none,
      failedPayments: none,
      rejectedInvitations: none,
      waitingEmails: none,
      failedJobs: none,
      signUps: { count: 0, previousCount: 0, rows: [] },
    });
  });

  it('lists the locks that end within three days, the first to end first', async () => {
    const quarantinedAt = ago(dayMs);
    const later = await user({ suspendedAt: quarantinedAt, suspendedUntil: ago(-2 * dayMs), suspensionReason: 'Debt' });
    const sooner = await user({ quarantinedAt, quarantinedUntil: ago(-dayMs) });
    await user({ quarantinedAt, quarantinedUntil: ago(-4 * dayMs) });
    await user({ quarantinedAt, quarantinedUntil: ago(minuteMs) });
    const { endingLocks } = await getHome();
    expect(endingLocks.count).toBe(2);
    expect(endingLocks.rows.map(({ userId, kind, reason }) => [userId, kind, reason])).toEqual([
      [sooner.id, 'quarantine', null],
      [later.id, 'suspension', 'Debt'],
    ]);
  });

  it('lists the quarantines without an end, oldest first, and counts more than it lists', async () => {
    const quarantined: string[] = [];
    for (const days of [9, 8, 7, 6, 5, 4]) quarantined.push((await user({ quarantinedAt: ago(days * dayMs) })).id);
    await user({ suspendedAt: ago(dayMs) });
    const { openQuarantines } = await getHome();
    expect(openQuarantines.count).toBe(6);
    expect(userIds(openQuarantines)).toEqual(quarantined.slice(0, 5));
    expect(openQuarantines.rows[0]?.until).toBeNull();
  });

  it('lists the quarantined workspaces, without deleted ones', async () => {
    const owner = await user();
    const quarantine = async (deletedAt: Date | null) => {
      const { id } = await makeWorkspace(api, owner);
      return api.db.workspace.update({
        where: { id },
        data: { quarantinedAt: ago(dayMs), quarantineReason: 'Mines coins', deletedAt },
      });
    };
    const workspace = await quarantine(null);
    await quarantine(ago(minuteMs));
    expect((await getHome()).quarantinedWorkspaces).toEqual({
      count: 1,
      rows: [
        {
          workspaceId: workspace.id,
          displayName: workspace.displayName,
          since: workspace.quarantinedAt?.toISOString(),
          reason: 'Mines coins',
        },
      ],
    });
  });

  it('lists the accounts that are past due, and says which are suspended', async () => {
    const subscribe = async (subscriptionStatus: string, suspendedAt: Date | null = null) => {
      const { id, email } = await user({ suspendedAt });
      await api.db.billingAccount.create({ data: { userId: id, email, subscriptionStatus, hasPaymentMethod: true } });
      return { userId: id, email, paymentDetailsSet: true };
    };
    const pastDue = await subscribe('past_due');
    const unpaid = await subscribe('unpaid', ago(dayMs));
    await subscribe('active');
    expect((await getHome()).failedPayments).toEqual({
      count: 2,
      rows: [
        { ...pastDue, isSuspended: false },
        { ...unpaid, isSuspended: true },
      ],
    });
  });

  it('lists the pending invitations whose email was rejected in the last seven days', async () => {
    const workspace = await makeWorkspace(api, await user());
    const emailFailedAt = ago(dayMs);
    const { email } = await makeInvitation(api, workspace, { emailFailedAt });
    await makeInvitation(api, workspace, { emailFailedAt, cancelledAt: new Date() });
    await makeInvitation(api, workspace, { emailFailedAt, expiresAt: ago(minuteMs) });
    await makeInvitation(api, workspace, { emailFailedAt: ago(8 * dayMs) });
    await makeInvitation(api, workspace);
    const { displayName, id: workspaceId } = workspace;
    expect((await getHome()).rejectedInvitations).toEqual({
      count: 1,
      rows: [{ workspaceId, displayName, email, rejectedAt: emailFailedAt.toISOString() }],
    });
  });

  it('lists the emails about accounts that wait longer than 15 minutes, without their content', async () => {
    const { id: userId, email: recipient } = await user();
    const enqueue = (id: string, createdAt: Date) =>
      api.db.accountEmail.create({
        data: { id, userId, kind: 'newDevice', recipient, details: { client: 'Safari' }, createdAt },
      });
    const { id, createdAt } = await enqueue(newId(), ago(16 * minuteMs));
    await enqueue(newId(), ago(minuteMs));
    expect((await getHome()).waitingEmails).toEqual({
      count: 1,
      rows: [{ id, userId, email: recipient, kind: 'newDevice', since: createdAt.toISOString() }],
    });
  });

  it('counts the jobs that failed for good, by task', async () => {
    await api.asOwner(`
      SELECT graphile_worker.add_job(task, '{"secret": "of the job"}') FROM unnest(ARRAY['a', 'b', 'b', 'c']) AS task`);
    await api.asOwner(`
      UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'refused maya@example.com'
      WHERE task_id IN (SELECT id FROM graphile_worker._private_tasks WHERE identifier IN ('a', 'b'))`);
    const { failedJobs } = await getHome();
    expect(failedJobs.count).toBe(3);
    expect(failedJobs.rows.map(({ task, count }) => [task, count]).toSorted()).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(JSON.stringify(failedJobs)).not.toMatch(/secret|maya/);
  });

  it('counts the sign-ups of the last seven days and of the seven before, and lists the newest', async () => {
    const latest = await user({ signedUpAt: ago(minuteMs), auth0Id: 'github|home' });
    const early = await user({ signedUpAt: ago(6 * dayMs) });
    await user({ signedUpAt: ago(8 * dayMs) });
    await user({ signedUpAt: ago(15 * dayMs) });
    const { signUps } = await getHome();
    expect([signUps.count, signUps.previousCount]).toEqual([2, 1]);
    expect(userIds(signUps)).toEqual([latest.id, early.id]);
    expect(signUps.rows[0]?.signupMethod).toBe('GitHub');
  });

  it('is recorded in the audit log with the counts', async () => {
    const entries = await auditEntriesOf(api, getHome);
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      [
        'getStaffHome',
        {
          found: {
            endingLocks: 2,
            openQuarantines: 6,
            quarantinedWorkspaces: 1,
            failedPayments: 2,
            rejectedInvitations: 1,
            waitingEmails: 1,
            failedJobs: 3,
            signUps: 2,
          },
        },
      ],
    ]);
  });
});
