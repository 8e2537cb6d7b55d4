/** @takes 20 s */
import { writeAuditEntries } from '../../../../src/request/audit/write-entries.ts';
import { personalToAddress } from '../../../../src/request/audit/personal-values.ts';
import { decryptEntries } from '../../../../src/request/audit/decrypt-entries.ts';
import { hash, randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { enqueueAccountEmail } from '../../../../src/features/emails/enqueue-account-email.ts';
import { storeEvent } from '../../../../src/features/billing/stripe-events.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInstanceToken,
  makeInvitation,
  makeStaff,
  makeTerminalLogin,
  makeUser,
  makeWaitingDevice,
  makeWorkspace,
  proveMailbox,
  sessionOf,
} from '../../../support/builders.ts';
import { Canaries, secretUser } from '../../../support/canaries.ts';
import { erasure } from './erasure.ts';
import { erase, requestDeletion, startDeletionStack, type DeletionStack } from '../../../support/erase.ts';
import { anInvoice } from '../../../support/invoices.ts';

const tableOf = (model: string) => `${model.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()}s`;
const modelsWith = (decision: string) =>
  Object.entries(erasure).flatMap(([model, each]) => ((each as unknown) === decision ? [model] : []));

let stack: DeletionStack;
let api: DeletionStack['api'];
beforeAll(async () => {
  stack = await startDeletionStack();
  ({ api } = stack);
});
afterAll(() => stack.close());

it.each(modelsWith('foreign key'))('the rows of %s are deleted by a foreign key', async (model) => {
  const parents = await api.asOwner(`
    SELECT confrelid::regclass::text AS parent FROM pg_constraint
    WHERE conrelid = '${tableOf(model)}'::regclass AND contype = 'f' AND confdeltype = 'c'`);
  const names = (parents as { parent: string }[]).map(({ parent }) => parent);
  expect(names.join(' ')).toMatch(/\b(?:users|workspaces|invitations|sessions|billing_contacts)\b/);
});

it.each(modelsWith('function'))('the rows of %s are deleted by the function', async (model) => {
  const [row] = (await api.asOwner(`SELECT pg_get_functiondef('erase_account'::regproc) AS source`)) as {
    source: string;
  }[];
  expect(row?.source).toContain(`DELETE FROM "${tableOf(model)}"`);
});

/** Everything in the database as text, by table. */
async function dump(): Promise<[string, string][]> {
  const tables = (await api.asOwner(`
    SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_toast%'
      AND c.relkind IN ('r', 'p', 'm')`)) as { name: string }[];
  expect(tables.length).toBeGreaterThan(30);
  const texts: [string, string][] = [];
  for (const { name } of tables) {
    const rows = (await api.asOwner(`SELECT coalesce(string_agg(t::text, E'\\n'), '') AS text FROM ${name} t`)) as {
      text: string;
    }[];
    texts.push([name, rows[0]?.text ?? '']);
  }
  return texts;
}

const findIn = (texts: [string, string][], canaries: Canaries) =>
  texts.flatMap(([table, text]) => canaries.findIn(text).map((label) => `${label} in ${table}`));

it('the audit log no longer names a user who has not logged in since the mailbox secret was replaced', async () => {
  const [user, other] = [await makeUser(api), await makeUser(api)];
  const event = { action: 'inviteMember', actor: { userId: other.id }, credential: 'session' } as const;
  const request = { id: 'a-request', ip: null, userAgent: null };
  const details = { email: personalToAddress(user.email, api.services) };
  await writeAuditEntries([{ ...event, request, details }], api.services);
  await requestDeletion(api, user, await logIn(api, user));
  await api.db.user.update({ where: { id: user.id }, data: { mailboxHash: 'former' } });
  await erase(api, user);
  const stored = await api.db.auditEntry.findMany({ where: { actorUserId: other.id } });
  expect(await decryptEntries(stored, api.services)).toMatchObject([{ details: { email: null } }]);
});

it('nothing about a user who used every feature is in a dump of the database after the deletion', async () => {
  const canaries = new Canaries();
  const personal = secretUser(canaries);
  canaries.plant('address', personal.email);
  const user = await makeUser(api, { ...personal, auth0Id: `auth0|${canaries.make('identity')}` });
  const credentials = await logIn(api, user);
  const [colleague, staff] = [await makeUser(api), await makeStaff(api)];
  const colleagueCredentials = await logIn(api, colleague);
  const send = async (method: string, path: string, body: object, as = credentials, status = 200) => {
    const response = await api.send(method, path, as).send(body);
    expect([method, path, response.status, response.text.slice(0, 200)]).toEqual([
      method,
      path,
      status,
      expect.anything(),
    ]);
    return response.body as Record<string, unknown>;
  };

  // What the user did.
  const own = await makeWorkspace(api, user, { displayName: `${user.nickname}’s workspace` });
  const theirs = await makeWorkspace(api, colleague);
  await send('PATCH', `/users/${user.id}`, { nickname: canaries.make('new nickname') });
  await send('PATCH', `/workspaces/${own.id}`, { displayName: canaries.make('name of a workspace') });
  await send('POST', `/workspaces/${own.id}/authTokens`, { name: canaries.make('token name'), expiration: '1d' });
  await send('POST', `/workspace/${own.id}/members`, { email: 'friend@example.com', role: 'EDITOR' });
  await makeApiToken(api, own, user);
  const { serviceAccount } = await send('POST', `/workspaces/${own.id}/serviceAccounts`, {
    name: canaries.make('name of a service account'),
    description: canaries.make('description of a service account'),
    role: 'EDITOR',
  });
  await send('POST', `/workspaces/${own.id}/authTokens`, {
    name: canaries.make('token of a service account'),
    expiration: '1d',
    serviceAccountId: (serviceAccount as { id: string }).id,
  });
  await makeInstanceToken(api, own, user, credentials);
  await api.db.tosAgreement.create({ data: { userId: user.id, versionId: '2024-09-25', ip: '203.0.113.7' } });
  await api.db.termsEmail.create({ data: { userId: user.id, versionId: '2024-09-25', days: 7 } });
  await api.db.mutedEmail.create({ data: { userId: user.id, kind: 'tokenExpiring' } });
  await api.db.knownDevice.create({ data: { userId: user.id, deviceHash: ulid() } });
  await api.db.loginAttempt.create({
    data: {
      stateHash: ulid(),
      browserHash: ulid(),
      nonce: 'n',
      codeVerifier: 'v',
      userId: user.id,
      expiresAt: new Date(),
    },
  });
  const { id: sessionId } = await sessionOf(api, credentials);
  await makeTerminalLogin(api, user, { host: canaries.make('host of a terminal') });
  await makeWaitingDevice(api, 'WDJBMJHT', { sessionId, host: canaries.make('host of an approved device') });
  const code = { workspaceId: own.id, userId: user.id, sessionId, instanceUrl: own.instanceUrl };
  await api.db.connectCode.create({ data: { ...code, codeHash: ulid(), expiresAt: new Date() } });
  await api.db.accountExport.create({ data: { userId: user.id, id: ulid(), expiresAt: new Date() } });
  await send('POST', `/users/${user.id}/create-billing-integration`, {});
  const names = { firstName: canaries.make('billing name'), lastName: canaries.make('billing surname') };
  await send('PATCH', `/users/${user.id}/billingDetails`, names);
  const { customerId } = await api.db.billingAccount.findUniqueOrThrow({ where: { userId: user.id } });
  canaries.plant('customer', customerId);
  await api.db.billingAccount.update({ where: { userId: user.id }, data: { cardLast4: '4242' } });
  const invoice = anInvoice({ id: canaries.make('invoice'), number: canaries.make('invoice number') });
  await api.db.invoice.create({ data: { ...invoice, userId: user.id } });
  const billingEmail = { kind: 'paymentFailed', subject: canaries.make('billing email') };
  await api.db.billingEmail.create({ data: { ...billingEmail, userId: user.id } });
  await storeEvent(
    { id: `evt_${randomBytes(8).toString('hex')}`, type: 'customer.updated', customerId },
    JSON.stringify({ email: user.email, id: customerId }),
    api.db,
  );

  // What others did to the user.
  const { id: invitationId } = await makeInvitation(api, theirs, { email: user.email, inviterId: colleague.id });
  await api.db.invitationLink.create({ data: { tokenHash: ulid(), invitationId } });
  await proveMailbox(api, { id: invitationId }, user);
  await send('POST', `/invitations/${invitationId}/accept`, { role: 'EDITOR' });
  await makeInvitation(api, await makeWorkspace(api, colleague), { email: user.email });
  await addMember(api, own, colleague, 'APPROVER');
  await send('POST', `/workspaces/${theirs.id}/ownership-offer`, { userId: user.id }, colleagueCredentials);
  await send('POST', `/staff/workspaces/${own.id}/owner`, { userId: colleague.id, reason: 'Left' }, staff.credentials);
  await api.send('GET', `/users/by-email?email=${encodeURIComponent(user.email)}`, staff.credentials);
  await send(
    'PATCH',
    `/users/${user.id}/suspend`,
    { isSuspended: true, reason: canaries.make('reason') },
    staff.credentials,
  );
  await send('PATCH', `/users/${user.id}/suspend`, { isSuspended: false }, staff.credentials);
  await makeUser(api, { auth0Id: null, email: user.email, nickname: user.email.split('@')[0] ?? '' });
  const mailboxHash = api.services.hashMailbox(user.email);
  await api.db.suppressedAddress.create({ data: { addressHash: mailboxHash } });
  await api.db.invitationEmail.create({ data: { id: ulid(), mailboxHash } });
  await enqueueAccountEmail('emailChanged', user.id, {}, api.db);
  await api.db.idempotencyKey.create({
    data: {
      principalId: staff.user.id,
      call: 'any',
      key: ulid(),
      payloadHash: 'h',
      response: { email: user.email },
    },
  });
  await api.asOwner(`
    UPDATE graphile_worker._private_jobs SET last_error = '550 <${user.email}> is unknown', attempts = 3
    WHERE id = (SELECT max(id) FROM graphile_worker._private_jobs)`);
  expect(new Set(findIn(await dump(), canaries).map((found) => found.split(' in ')[1])).size).toBeGreaterThan(5);

  // The workspace with a colleague goes to them first. The new owner sees and can change its name.
  await api.db.membership.deleteMany({ where: { workspaceId: own.id, userId: colleague.id } });
  const again = await logIn(api, user);
  expect((await requestDeletion(api, user, again)).status).toBe(200);
  await erase(api, user);
  expect(await api.db.user.count({ where: { email: user.email } })).toBe(0);
  const remaining = await dump();
  expect(findIn(remaining, canaries)).toEqual([]);
  // The opt-out stays, under a hash that a list of addresses does not reveal.
  const found = (text: string) => remaining.flatMap(([table, rows]) => (rows.includes(text) ? [table] : []));
  expect(found(mailboxHash).toSorted()).toEqual(['invitation_emails', 'suppressed_addresses']);
  for (const text of [user.email, user.email.replace('@', '+tag@'), user.email.toUpperCase(), `address:${user.email}`])
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'])
      for (const encoding of ['base64url', 'base64', 'hex'] as const)
        expect(found(hash(algorithm, text, encoding))).toEqual([]);
});

it('emails to other addresses are still retried, even if the address is a part of theirs', async () => {
  const name = ulid().toLowerCase();
  const user = await makeUser(api, { email: `${name}.x+y@example.co` });
  await requestDeletion(api, user, await logIn(api, user));
  const failures = {
    own: `550 5.1.1 <${user.email}>: unknown`,
    ownAtTheEnd: `Unknown user ${user.email.toUpperCase()}.`,
    before: `450 4.2.0 <a${user.email}>: busy`,
    after: `450 4.2.0 <${user.email}m>: busy`,
    subdomain: `450 4.2.0 ${user.email}.uk is busy`,
    otherCharacter: `450 4.2.0 <${name}-x+y@example.co>: busy`,
  };
  for (const [key, error] of Object.entries(failures)) {
    const addJob = `SELECT graphile_worker.add_job('sendAccountEmail', job_key := $1)`;
    await api.services.pool.query(addJob, [`${name} ${key}`]);
    await api.asOwner(`UPDATE graphile_worker._private_jobs SET last_error = '${error}' WHERE key = '${name} ${key}'`);
  }
  await erase(api, user);
  const { rows } = await api.services.pool.query<{ key: string }>(
    `SELECT key FROM graphile_worker.jobs WHERE starts_with(key, $1) ORDER BY id`,
    [name],
  );
  expect(rows.map(({ key }) => key.split(' ')[1])).toEqual(['before', 'after', 'subdomain', 'otherCharacter']);
});
