import { UserAccounts } from '@portal/contract';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { makeStaff, makeUser, type Staff } from '../../support/builders.ts';
import { startStaffApi, type StaffApi } from '../../support/staff-api.ts';

let api: StaffApi;
beforeAll(async () => {
  api = await startStaffApi();
});
afterAll(() => api.close());

const find = (email: string) => api.send('GET', '/users/by-email', api.staff.credentials).query({ email });

describe('[7.users.11] users by email', () => {
  it('are all users with the email, in any letter case, sorted by last login', async () => {
    const email = 'shared@example.com';
    const early = await makeUser(api, { email, lastLoginAt: new Date('2026-01-01') });
    const late = await makeUser(api, { email, lastLoginAt: new Date('2026-02-01'), suspendedAt: new Date() });
    const invited = await makeUser(api, { email, auth0Id: null, signedUpAt: null, quarantinedAt: new Date() });
    await makeUser(api, { email: 'not.shared@example.com' });
    const { data } = UserAccounts.parse((await find(' Shared@EXAMPLE.com')).body);
    expect(data.map(({ id }) => id)).toEqual([late.id, early.id, invited.id]);
    expect(data[0]).toMatchObject({ auth0Id: late.auth0Id, isSuspended: true, isQuarantined: false });
    expect(data[2]).toMatchObject({ auth0Id: null, signedUpAt: null, isSuspended: false, isQuarantined: true });
  });

  it('have exactly the fields that staff may see', async () => {
    const user = await makeUser(api, { email: 'whole@example.com', firstName: 'Ada' });
    expect((await find('whole@example.com')).body).toEqual({
      data: [
        {
          id: user.id,
          auth0Id: user.auth0Id,
          email: 'whole@example.com',
          emailVerified: true,
          firstName: 'Ada',
          lastName: null,
          nickname: 'Ada',
          isQuarantined: false,
          quarantinedAt: null,
          quarantineReason: null,
          quarantinedUntil: null,
          quarantinedBy: null,
          isSuspended: false,
          suspendedAt: null,
          suspensionReason: null,
          suspendedUntil: null,
          suspendedBy: null,
          billing: { state: 'none', endingAt: null, paymentDetailsSet: false },
          createdAt: user.createdAt.toISOString(),
          signedUpAt: user.signedUpAt?.toISOString(),
          lastLoginAt: null,
        },
      ],
    });
  });

  it('have the reason, end and creator of an active lock, and nothing of an expired one', async () => {
    const user = await makeUser(api, { email: 'locked@example.com' });
    const other = await makeStaff(api);
    const until = '2999-01-01T00:00:00.000Z';
    const lock = (path: string, { credentials }: Staff, body: object) =>
      api.send('PATCH', `/users/${user.id}/${path}`, credentials).send(body);
    await lock('quarantine', api.staff, { isQuarantined: true, reason: 'Mines coins', until });
    await lock('suspend', other, { isSuspended: true, reason: 'Unpaid' });
    const found = async () => UserAccounts.parse((await find('locked@example.com')).body).data[0];
    expect(await found()).toMatchObject({
      quarantineReason: 'Mines coins',
      quarantinedUntil: until,
      quarantinedBy: { userId: api.staff.user.id, email: api.staff.user.email },
      suspensionReason: 'Unpaid',
      suspendedUntil: null,
      suspendedBy: { userId: other.user.id, email: other.user.email },
    });

    await api.db.user.update({ where: { id: user.id }, data: { quarantinedUntil: new Date() } });
    await api.asOwner(`DELETE FROM users WHERE id = '${other.user.id}'`);
    expect(await found()).toMatchObject({
      isQuarantined: false,
      quarantineReason: null,
      quarantinedUntil: null,
      quarantinedBy: null,
      suspensionReason: 'Unpaid',
      suspendedBy: null,
    });
  });

  it.each([
    [null, 'pending'],
    ['trialing', 'trialing'],
    ['active', 'active'],
    ['past_due', 'pastDue'],
    ['unpaid', 'pastDue'],
    ['paused', 'paused'],
    ['canceled', 'ended'],
  ])('have their stored billing state: %s is %s', async (subscriptionStatus, state) => {
    const endingAt = new Date('2026-03-04T05:06:07Z');
    const { id, email } = await makeUser(api);
    await api.db.billingAccount.create({
      data: { userId: id, email, subscriptionStatus, endingAt, hasPaymentMethod: true, city: 'Secret City' },
    });
    expect(UserAccounts.parse((await find(email)).body).data[0]?.billing).toEqual({
      state,
      endingAt: endingAt.toISOString(),
      paymentDetailsSet: true,
    });
  });

  it('are empty for an unknown email, and include non-ASCII emails', async () => {
    expect((await find('nobody@example.com')).body).toEqual({ data: [] });
    const jose = await makeUser(api, { email: 'josé@example.com' });
    for (const typed of ['José@example.com', 'JOSÉ@example.com', 'jose\u0301@example.com'])
      expect(UserAccounts.parse((await find(typed)).body).data.map(({ id }) => id)).toEqual([jose.id]);
  });

  it.each(['', 'nobody', '%', 'a@b\u0000', `${'x'.repeat(300)}@example.com`])('are not searched by %j', async (email) =>
    expect((await find(email)).status).toBe(400),
  );

  it('are recorded in the audit log', async () => {
    const user = await makeUser(api, { email: 'seen@example.com' });
    const [entry] = await auditEntriesOf(api, () => find('Seen@example.com'));
    expect(entry).toMatchObject({
      action: 'findUsersByEmail',
      actorUserId: api.staff.user.id,
      details: { email: 'seen@example.com', found: [user.id] },
    });
  });
});
