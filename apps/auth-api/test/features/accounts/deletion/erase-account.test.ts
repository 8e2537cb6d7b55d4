/** @takes 30 s */
import { jest } from '@jest/globals';
import { ulid } from 'ulid';
import { createDeletion } from '../../../../src/request/account/deletions.ts';
import { storeEvent, applyEvents } from '../../../../src/features/billing/stripe-events.ts';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { enqueueDueDeletions } from '../../../../src/features/accounts/deletion/deletion.tasks.ts';
import { purgeExpired } from '../../../../src/jobs/purge-expired.ts';
import {
  addMember,
  logIn,
  logInWithClaims,
  makeApiToken,
  makeInstanceToken,
  makeInvitation,
  proveMailbox,
  makeUser,
  makeWorkspace,
} from '../../../support/builders.ts';
import { emailsTo } from '../../../support/inbox.ts';
import { violatedInvariants } from '../../../support/invariants.ts';
import {
  erase,
  makeDue,
  makeUserWithDeletion,
  requestDeletion,
  runJob,
  settle,
  startDeletionStack,
  type DeletionStack,
} from '../../../support/erase.ts';

let stack: DeletionStack;
let api: DeletionStack['api'];
beforeAll(async () => {
  stack = await startDeletionStack();
  ({ api } = stack);
});
afterEach(async () => {
  expect(await violatedInvariants(api)).toEqual([]);
});
afterAll(() => stack.close());

const stateOf = ({ id }: { id: string }) => api.db.accountDeletion.findUniqueOrThrow({ where: { userId: id } });
const findUser = ({ id }: { id: string }) => api.db.user.findUnique({ where: { id } });

async function makeCustomer(user: User): Promise<string> {
  const form = { email: user.email, 'metadata[userId]': user.id };
  const { id: customerId } = await stack.stripe.request<{ id: string }>('POST', '/v1/customers', form);
  await stack.stripe.request('POST', '/v1/subscriptions', {
    customer: customerId,
    'items[0][price]': 'price_monthly',
    collection_method: 'send_invoice',
    days_until_due: '30',
    trial_period_days: '30',
  });
  await api.db.billingAccount.create({ data: { userId: user.id, email: user.email, customerId } });
  return customerId;
}

const isDeletedAtStripe = async (customerId: string) =>
  (await stack.stripe.request<{ deleted?: boolean }>('GET', `/v1/customers/${customerId}`)).deleted === true;

describe('an account whose deletion is due', () => {
  it('is not deleted before', async () => {
    const user = await makeUserWithDeletion(api);
    await runJob(api, user);
    expect(await stateOf(user)).toMatchObject({ startedAt: null });
  });

  it('is closed first, then deleted with its workspaces, its customer and its identity', async () => {
    const user = await makeUserWithDeletion(api);
    const own = await makeWorkspace(api, user);
    const owner = await makeUser(api);
    const theirs = await makeWorkspace(api, owner);
    await addMember(api, theirs, user, 'APPROVER');
    const session = await logIn(api, user);
    const { credentials: apiToken } = await makeApiToken(api, theirs, user);
    const instanceToken = await makeInstanceToken(api, theirs, user, session);
    const customerId = await makeCustomer(user);
    await makeDue(api, user);
    await runJob(api, user);

    expect(await stateOf(user)).toMatchObject({ startedAt: expect.any(Date) as Date, completedAt: null });
    for (const credentials of [session, apiToken, instanceToken])
      expect((await api.send('GET', '/whoami', credentials)).status).toBe(401);
    expect(await api.db.membership.count({ where: { workspaceId: theirs.id } })).toBe(1);
    expect(await api.db.workspace.findUnique({ where: { id: own.id } })).toMatchObject({
      deletedAt: expect.any(Date) as Date,
    });
    expect(await api.db.accountEmail.findMany({ where: { userId: owner.id } })).toMatchObject([
      { kind: 'memberLeft', details: { workspaceId: theirs.id, memberId: user.id, role: 'APPROVER' } },
    ]);
    const claims = { sub: user.auth0Id ?? '', email: user.email, email_verified: true };
    await expect(logInWithClaims(claims, api.services)).rejects.toMatchObject({ type: 'LoginNotFinished' });

    // Not yet: a login may have just returned from the identity provider.
    await runJob(api, user);
    expect(await findUser(user)).not.toBeNull();
    await settle(api, user);
    await runJob(api, user);
    expect(await findUser(user)).toBeNull();
    expect(await api.db.workspace.findUnique({ where: { id: own.id } })).toBeNull();
    // The second time in case that a login, which was rejected, created it again.
    expect(stack.provider.deleted).toEqual([user.auth0Id, user.auth0Id]);
    expect(await isDeletedAtStripe(customerId)).toBe(true);
    const types = (await stack.stripe.events(customerId)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['customer.subscription.deleted', 'customer.deleted']));
    expect(await stateOf(user)).toEqual({
      userId: user.id,
      requestedAt: expect.any(Date) as Date,
      dueAt: expect.any(Date) as Date,
      startedAt: expect.any(Date) as Date,
      identityDeletedAt: expect.any(Date) as Date,
      completedAt: expect.any(Date) as Date,
      undoHash: null,
      cancelledAt: null,
      customerId: null,
    });
    const [entry, ...others] = await api.db.auditEntry.findMany({ where: { actorUserId: user.id } });
    expect(others).toEqual([]);
    const details = { workspaceIds: [own.id] };
    expect(entry).toMatchObject({ action: 'eraseAccount', credential: 'job', requestId: entry?.id, ip: null, details });
    const [last] = await emailsTo(stack.mail, user, 1);
    expect(last?.subject).toMatch(/account is deleted$/);

    await runJob(api, user);
    expect(await emailsTo(stack.mail, user, 1)).toHaveLength(1);
    const again = await logInWithClaims({ ...claims, nickname: 'Ada' }, api.services);
    expect(again.id).not.toBe(user.id);
  });

  it('is found by the database’s clock, once, and again after its job has failed for good', async () => {
    const user = await makeUserWithDeletion(api);
    await makeDue(api, user);
    const jobs = () =>
      api.services.pool.query<{ attempts: number }>(
        `SELECT attempts FROM graphile_worker.jobs WHERE key = 'erase:' || $1`,
        [user.id],
      );
    for (const _ of ['one process', 'another']) await enqueueDueDeletions(api.services);
    expect((await jobs()).rows).toEqual([{ attempts: 0 }]);
    await api.asOwner(
      `UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = 'erase:${user.id}'`,
    );
    await enqueueDueDeletions(api.services);
    expect((await jobs()).rows).toEqual([{ attempts: 0 }]);
    await erase(api, user);
  });

  it.each([
    ['a quarantine', { quarantinedAt: new Date() }],
    ['a suspension', { suspendedAt: new Date() }],
  ])('stays while %s is in force, so that the lock is not evaded', async (_name, lock) => {
    const user = await makeUserWithDeletion(api, lock);
    await makeDue(api, user);
    await runJob(api, user);
    const { startedAt, dueAt } = await stateOf(user);
    expect(startedAt).toBeNull();
    expect(dueAt.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await api.db.user.update({ where: { id: user.id }, data: { quarantinedAt: null, suspendedAt: null } });
    await erase(api, user);
    expect(await findUser(user)).toBeNull();
  });

  it('stays while a workspace of the user is quarantined', async () => {
    const user = await makeUserWithDeletion(api);
    await makeWorkspace(api, user, { quarantinedAt: new Date() });
    await makeDue(api, user);
    await runJob(api, user);
    expect(await stateOf(user)).toMatchObject({ startedAt: null, cancelledAt: null });
  });

  it('stays if a workspace has a member by then, and an email says why', async () => {
    const user = await makeUserWithDeletion(api);
    const workspace = await makeWorkspace(api, user, { displayName: 'Grown' });
    await addMember(api, workspace, await makeUser(api), 'EDITOR');
    await makeDue(api, user);
    await runJob(api, user);
    expect(await stateOf(user)).toMatchObject({ startedAt: null, cancelledAt: expect.any(Date) as Date });
    expect(await api.db.accountEmail.findMany({ where: { userId: user.id } })).toMatchObject([
      { kind: 'deletionBlocked', details: { workspaceIds: [workspace.id], hasUnpaidInvoices: false } },
    ]);
    expect((await api.send('GET', '/whoami', await logIn(api, user))).status).toBe(200);
  });

  it('keeps what waits for an address that the user has not verified, or that another account has', async () => {
    const email = `${ulid().toLowerCase()}@example.com`;
    const workspace = await makeWorkspace(api, await makeUser(api));
    await makeInvitation(api, workspace, { email });
    const impostor = await makeUserWithDeletion(api, { email, emailVerified: false });
    await erase(api, impostor);
    expect(await api.db.invitation.count({ where: { email } })).toBe(1);
    const [first, second] = [await makeUserWithDeletion(api, { email }), await makeUser(api, { email })];
    await erase(api, first);
    expect(await api.db.invitation.count({ where: { email } })).toBe(1);
    await createDeletion(second.id, 14, api.db);
    await erase(api, second);
    expect(await api.db.invitation.count({ where: { email } })).toBe(0);
  });

  it('leaves a workspace that was handed over, which then names its owner as its creator', async () => {
    const [user, owner] = [await makeUserWithDeletion(api), await makeUser(api)];
    const workspace = await makeWorkspace(api, owner, {});
    await api.db.workspace.update({ where: { id: workspace.id }, data: { creatorUserId: user.id } });
    await erase(api, user);
    expect(await api.db.workspace.findUnique({ where: { id: workspace.id } })).toMatchObject({
      creatorUserId: owner.id,
    });
  });
});

describe('a deletion that is interrupted', () => {
  const fail = () => Promise.reject(new Error('killed'));

  it('goes on after a crash at every step', async () => {
    const user = await makeUserWithDeletion(api);
    await makeWorkspace(api, user);
    const customerId = await makeCustomer(user);
    await makeDue(api, user);
    const { billing, identityProvider, mailer, db } = api.services;
    const services = { billing, identityProvider, mailer };
    /** Runs the job and kills it right after the step. */
    const killAfter = async (changes: Parameters<typeof runJob>[2]) =>
      expect(runJob(api, user, { ...services, ...changes })).rejects.toThrow('killed');

    // Closed, and killed before the identity is deleted; then after it, before that is stored.
    await killAfter({ identityProvider: { ...identityProvider, deleteIdentity: fail } });
    await killAfter({
      identityProvider: {
        ...identityProvider,
        deleteIdentity: (id) => identityProvider.deleteIdentity(id).then(fail),
      },
    });
    expect(await stateOf(user)).toMatchObject({ identityDeletedAt: null, startedAt: expect.any(Date) as Date });
    expect(await findUser(user)).not.toBeNull();
    await runJob(api, user);
    await settle(api, user);
    await killAfter({ billing: { ...billing, deleteCustomer: (id) => billing.deleteCustomer(id).then(fail) } });
    await killAfter({ mailer: { ...mailer, send: (email) => mailer.send(email).then(fail) } });
    jest.spyOn(db, '$transaction').mockImplementationOnce(fail);
    await killAfter({});
    expect(await findUser(user)).not.toBeNull();
    await runJob(api, user);
    expect(await findUser(user)).toBeNull();
    expect(await isDeletedAtStripe(customerId)).toBe(true);
    expect(new Set((await emailsTo(stack.mail, user, 2)).map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('leaves the account usable while Stripe is down, and no one can log in while Auth0 is down', async () => {
    const user = await makeUserWithDeletion(api);
    await makeCustomer(user);
    await makeDue(api, user);
    await stack.stripe.setFaults({ api: { status: 503 } });
    await expect(runJob(api, user)).rejects.toMatchObject({ type: 'BillingUnavailable' });
    await stack.stripe.setFaults({});
    expect((await api.send('GET', '/whoami', await logIn(api, user))).status).toBe(200);

    stack.provider.failure = { status: 503, body: '{}' };
    await expect(runJob(api, user)).rejects.toMatchObject({ type: 'IdentityProviderUnavailable' });
    stack.provider.failure = null;
    const claims = { sub: user.auth0Id ?? '', email: user.email, email_verified: true };
    await expect(logInWithClaims(claims, api.services)).rejects.toMatchObject({ type: 'LoginNotFinished' });
    await erase(api, user);
    expect(await findUser(user)).toBeNull();
  });

  it('waits a day for the mail server, not longer', async () => {
    const user = await makeUserWithDeletion(api);
    await makeDue(api, user);
    await runJob(api, user);
    await settle(api, user);
    const broken = { mailer: { ...api.services.mailer, send: fail } };
    await expect(runJob(api, user, broken)).rejects.toThrow('killed');
    await api.asOwner(
      `UPDATE account_deletions SET started_at = started_at - interval '25 hours' WHERE user_id = '${user.id}'`,
    );
    await runJob(api, user, broken);
    expect(await findUser(user)).toBeNull();
  });

  it('is completed once by two workers', async () => {
    const user = await makeUserWithDeletion(api);
    await makeCustomer(user);
    await makeDue(api, user);
    await Promise.all([runJob(api, user), runJob(api, user)]);
    await settle(api, user);
    await Promise.all([runJob(api, user), runJob(api, user)]);
    expect(await findUser(user)).toBeNull();
    const entries = await api.db.auditEntry.count({ where: { actorUserId: user.id, action: 'eraseAccount' } });
    expect(entries).toBe(1);
  });

  it('cannot be cancelled once it has started', async () => {
    const user = await makeUserWithDeletion(api);
    await makeDue(api, user);
    await runJob(api, user);
    const cancel = api.db.accountDeletion.update({ where: { userId: user.id }, data: { cancelledAt: new Date() } });
    await expect(cancel).rejects.toThrow('account_deletions_order_check');
    const undo = api.asOwner(`UPDATE account_deletions SET started_at = NULL WHERE user_id = '${user.id}'`);
    await expect(undo).rejects.toThrow('has started and cannot change');
    await erase(api, user);
  });

  it('is the only way to delete a user', async () => {
    const user = await makeUserWithDeletion(api);
    await expect(api.db.$queryRaw`SELECT erase_account(${user.id})`).rejects.toThrow('is not due');
    const other = await makeUser(api);
    await expect(api.db.$queryRaw`SELECT erase_account(${other.id})`).rejects.toThrow('is not due');
    await expect(api.db.$executeRaw`DELETE FROM users WHERE id = ${user.id}`).rejects.toThrow('permission denied');
  });
});

it('events of Stripe about a customer that was deleted with its user are not kept', async () => {
  const user = await makeUserWithDeletion(api);
  const customerId = await makeCustomer(user);
  await erase(api, user);
  const late = { id: `evt_${user.id}`, type: 'customer.deleted', customerId };
  await storeEvent(late, JSON.stringify({ email: user.email }), api.db);
  await applyEvents({ customerId }, api.services);
  expect(await api.db.stripeEvent.count({ where: { customerId } })).toBe(0);
});

describe('a race', () => {
  it('between an undo and the deletion has one outcome', async () => {
    for (let round = 0; round < 20; round++) {
      const user = await makeUserWithDeletion(api);
      const credentials = await logIn(api, user);
      await makeDue(api, user);
      await Promise.all([runJob(api, user), api.send('DELETE', `/users/${user.id}/deletion`, credentials).send({})]);
      const { cancelledAt, startedAt } = await stateOf(user);
      expect([cancelledAt, startedAt].filter((at) => at !== null)).toHaveLength(1);
    }
  });

  it('between a new member and a request never plans to delete a workspace that has a member', async () => {
    for (let round = 0; round < 20; round++) {
      const [user, invitee] = [await makeUser(api), await makeUser(api)];
      const workspace = await makeWorkspace(api, user);
      const invitation = await makeInvitation(api, workspace, { email: invitee.email });
      await proveMailbox(api, invitation, invitee);
      const accept = api
        .send('POST', `/invitations/${invitation.id}/accept`, await logIn(api, invitee))
        .send({ role: 'EDITOR' });
      const [request, { status }] = await Promise.all([requestDeletion(api, user, await logIn(api, user)), accept]);
      expect([request.status, status].toSorted()).toEqual([200, 409]);
    }
  });

  it('between an accepted ownership and a request never plans to delete a workspace that has a member', async () => {
    for (let round = 0; round < 20; round++) {
      const [user, owner] = [await makeUser(api), await makeUser(api)];
      const workspace = await makeWorkspace(api, owner);
      await addMember(api, workspace, user, 'APPROVER');
      const expiresAt = new Date(Date.now() + 86_400_000);
      const parties = { workspaceId: workspace.id, fromUserId: owner.id, toUserId: user.id };
      await api.db.ownershipOffer.create({ data: { id: ulid(), ...parties, expiresAt } });
      const credentials = await logIn(api, user);
      const accept = api.send('POST', `/workspaces/${workspace.id}/ownership-offer/accept`, credentials).send({});
      const [request, { status }] = await Promise.all([requestDeletion(api, user, credentials), accept]);
      expect([request.status, status].toSorted()).toEqual([200, 409]);
    }
  });

  it('between two requests sends one email', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    await Promise.all([1, 2, 3].map(() => requestDeletion(api, user, credentials)));
    expect(await api.db.accountEmail.count({ where: { userId: user.id } })).toBe(1);
  });
});

it('the hourly purge leaves pending and completed deletions', async () => {
  const before = await api.db.accountDeletion.count();
  await purgeExpired(api.services);
  expect(await api.db.accountDeletion.count()).toBe(before);
});
