import { AuditPage } from '@portal/contract';
import { randomBytes, randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { decryptEntries } from '../../../src/request/audit/decrypt-entries.ts';
import { getOrCreateKeys } from '../../../src/request/audit/personal-keys.queries.ts';
import {
  decryptText,
  encryptText,
  erasedValue,
  keyIdOf,
  personalToAddress,
  personalTo,
} from '../../../src/request/audit/personal-values.ts';
import { writeAuditEntries, type AuditEvent } from '../../../src/request/audit/write-entries.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { readAuditEntries } from '../../support/audit-log.ts';
import { logInWithClaims, makeStaff, makeUser } from '../../support/builders.ts';
import { sqlStateOf } from '../../support/database.ts';
import { openTransaction, waitForLock } from '../../support/lock-waits.ts';
import { recordStatements } from '../../support/recorded-statements.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const request = { id: 'a-request', ip: '203.0.113.9', userAgent: 'Firefox 120' };
const bySession = { action: 'updateWorkspace', credential: 'session', request } as const;

const write = (event: Omit<AuditEvent, keyof typeof bySession> & Partial<AuditEvent>) =>
  writeAuditEntries([{ ...bySession, ...event }], api.services);

/** The entries of an actor as they are stored, and as they are read. */
async function entriesOf(actorUserId: string) {
  const stored = await api.db.auditEntry.findMany({ where: { actorUserId }, orderBy: { id: 'asc' } });
  return { stored, read: await decryptEntries(stored, api.services) };
}

const deleteUser = (id: string) => api.asOwner(`DELETE FROM users WHERE id = '${id}'`);
const newAddress = () => `${randomUUID()}@example.com`;

describe('an encrypted text', () => {
  const key = { id: randomUUID(), key: randomBytes(32) };
  const entryId = ulid();

  it.each(['li.wei@acme.dev', '', 'O’Brien 李 🙂'])('is decrypted with its key: %j', (text) => {
    const stored = encryptText(text, key, entryId);
    if (text !== '') expect(stored).not.toContain(text);
    expect(keyIdOf(stored)).toBe(key.id);
    expect(decryptText(stored, key.key, entryId)).toBe(text);
  });

  it('differs each time', () => expect(encryptText('x', key, entryId)).not.toBe(encryptText('x', key, entryId)));

  it('cannot be changed, moved to another entry or read with another key', () => {
    const stored = encryptText('li.wei@acme.dev', key, entryId);
    const last = stored.at(-2) === 'A' ? 'B' : 'A';
    expect(() => decryptText(`${stored.slice(0, -2)}${last}${stored.slice(-1)}`, key.key, entryId)).toThrow();
    expect(() => decryptText(stored, key.key, ulid())).toThrow();
    expect(() => decryptText(stored, randomBytes(32), entryId)).toThrow();
  });

  it.each(['Firefox 120', 'personal:1:', 'personal:1:not-a-key:AAAA', 'personal:2:erased', ''])(
    'is not what another text looks like: %j',
    (text) => expect(keyIdOf(text)).toBeUndefined(),
  );

  it('has no key if it is erased', () => expect(keyIdOf(erasedValue)).toBeNull());
});

describe('an audit entry', () => {
  it('is stored without addresses, names and texts of users, and read with them', async () => {
    const [actor, subject] = [await makeUser(api), await makeUser(api)];
    const [address, search] = [newAddress(), 'li wei'];
    const details = {
      owner: { from: personalTo(actor.id, actor.email), to: personalTo(subject.id, subject.email) },
      invited: [personalToAddress(address, api.services), personalToAddress(search, api.services)],
      name: personalTo(subject.id, { from: null, to: 'Ada' }),
      role: { from: 'EDITOR', to: 'APPROVER' },
      at: '2026-03-01T10:00:00.000Z',
      found: 2,
    };
    await write({ actor: { userId: actor.id }, subjectUserId: subject.id, details });
    const { stored, read } = await entriesOf(actor.id);
    const text = JSON.stringify(stored);
    for (const plain of [actor.email, subject.email, address, search, 'Ada', request.ip, request.userAgent])
      expect(text).not.toContain(plain);
    expect(read).toMatchObject([
      {
        actorUserId: actor.id,
        subjectUserId: subject.id,
        ip: request.ip,
        userAgent: request.userAgent,
        details: {
          owner: { from: actor.email, to: subject.email },
          invited: [address, search],
          name: { from: null, to: 'Ada' },
          role: details.role,
          at: details.at,
          found: 2,
        },
        erased: [],
      },
    ]);
    expect(stored).toMatchObject([{ details: { role: details.role, at: details.at, found: 2 } }]);
  });

  it('encrypts a text that a handler forgot to mark under the key of the actor', async () => {
    const actor = await makeUser(api);
    const forgotten = { email: newAddress(), ip: '2001:db8::1', note: 'Two words', list: ['203.0.113.7'] };
    await write({ actor: { userId: actor.id }, details: forgotten });
    const { stored, read } = await entriesOf(actor.id);
    for (const value of Object.values(forgotten).flat()) expect(JSON.stringify(stored)).not.toContain(value);
    expect(read[0]?.details).toEqual(forgotten);
    await deleteUser(actor.id);
    expect((await entriesOf(actor.id)).read[0]?.details).toEqual({ email: null, ip: null, note: null, list: [null] });
  });

  it('stores a text of the portal itself that is not marked as erased', async () => {
    const requestId = ulid();
    const details = { note: 'Two words', reason: 'GONE' };
    await write({ actor: null, credential: 'job', request: { id: requestId, ip: null, userAgent: null }, details });
    const stored = await api.db.auditEntry.findMany({ where: { requestId } });
    expect(stored).toMatchObject([{ actorUserId: null, details: { note: erasedValue, reason: 'GONE' } }]);
  });

  it('needs an actor unless a job writes it', () =>
    expect(write({ actor: null })).rejects.toThrow('audit_entries_actor_check'));

  it('takes one statement for the keys of everyone in it, and none without personal values', async () => {
    const users = [await makeUser(api), await makeUser(api)];
    const [actorUserId = ''] = users.map(({ id }) => id);
    const statements = async (event: Partial<AuditEvent>) => {
      const work = () => writeAuditEntries([{ ...bySession, actor: { userId: actorUserId }, ...event }], api.services);
      return (await recordStatements(/personal_keys/, work)).length;
    };
    const details = {
      users: users.map(({ id, email }) => personalTo(id, email)),
      address: personalToAddress(newAddress(), api.services),
    };
    expect([await statements({ details }), await statements({ details })]).toEqual([1, 1]);
    expect(await statements({ request: { id: 'a-job', ip: null, userAgent: null } })).toBe(0);
  });
});

describe('the deletion of a user', () => {
  it('makes the personal values unreadable, in what they did and in what others did to them', async () => {
    const [user, other] = [await makeUser(api), await makeUser(api)];
    const { email } = user;
    await write({ actor: { userId: user.id }, details: { email: personalTo(user.id, email), role: 'EDITOR' } });
    const details = {
      owner: { from: personalTo(other.id, other.email), to: personalTo(user.id, email) },
      invited: [personalToAddress(email, api.services), personalToAddress(email.replace('@', '+tag@'), api.services)],
    };
    await write({ actor: { userId: other.id }, subjectUserId: user.id, details });
    await deleteUser(user.id);

    const [own] = (await entriesOf(user.id)).read;
    expect(own).toMatchObject({
      actorUserId: user.id,
      ip: null,
      userAgent: null,
      details: { email: null, role: 'EDITOR' },
    });
    expect(own?.erased).toEqual(['ip', 'userAgent', 'details.email']);
    const [ofOther] = (await entriesOf(other.id)).read;
    expect(ofOther).toMatchObject({ subjectUserId: user.id, ip: request.ip });
    expect(ofOther?.details).toEqual({ owner: { from: other.email, to: null }, invited: [null, null] });
    expect(ofOther?.erased.toSorted()).toEqual(['details.invited.0', 'details.invited.1', 'details.owner.to']);
    expect(await api.db.personalKey.count({ where: { addressHash: api.services.hashMailbox(email) } })).toBe(0);
  });

  it('makes the values of the address unreadable, in every spelling of it', async () => {
    const [user, other] = [await makeUser(api, { email: 'josé@xn--80a1acny.xn--p1ai' }), await makeUser(api)];
    const spellings = ['JOSÉ@почта.рф', 'jose\u0301@ПОЧТА.РФ'].map((address) =>
      personalToAddress(address, api.services),
    );
    await write({ actor: { userId: other.id }, details: { invited: spellings } });
    await deleteUser(user.id);
    expect((await entriesOf(other.id)).read).toMatchObject([{ details: { invited: [null, null] } }]);
  });

  it('makes the values of the address unreadable with which the user logged in last', async () => {
    const [other, sub] = [await makeUser(api), `auth0|${newAddress()}`];
    const [first, last] = [newAddress(), newAddress()];
    await logInWithClaims({ sub, email: first, email_verified: true }, api.services);
    const user = await logInWithClaims({ sub, email: last, email_verified: true }, api.services);
    await write({ actor: { userId: other.id }, details: { email: personalToAddress(last, api.services) } });
    await api.asOwner(`DELETE FROM workspaces WHERE creator_user_id = '${user.id}'`);
    await deleteUser(user.id);
    expect((await entriesOf(other.id)).read).toMatchObject([{ details: { email: null } }]);
  });

  it('keeps values of an address that the user has not verified', async () => {
    const [user, other] = [await makeUser(api, { emailVerified: false }), await makeUser(api)];
    await write({ actor: { userId: other.id }, details: { email: personalToAddress(user.email, api.services) } });
    await deleteUser(user.id);
    expect((await entriesOf(other.id)).read).toMatchObject([{ details: { email: user.email } }]);
  });

  it('keeps values of an address that another account has verified, until that one is deleted too', async () => {
    const [user, other] = [await makeUser(api), await makeUser(api)];
    const sameEmail = await makeUser(api, { email: user.email });
    await write({ actor: { userId: other.id }, details: { email: personalToAddress(user.email, api.services) } });
    await deleteUser(user.id);
    expect((await entriesOf(other.id)).read).toMatchObject([{ details: { email: user.email } }]);
    await deleteUser(sameEmail.id);
    expect((await entriesOf(other.id)).read).toMatchObject([{ details: { email: null } }]);
  });

  it('keeps values of an address that another account has verified which has not logged in since the mailbox secret was replaced', async () => {
    const [user, other] = [await makeUser(api), await makeUser(api)];
    await makeUser(api, { email: user.email, mailboxHash: 'former' });
    await write({ actor: { userId: other.id }, details: { email: personalToAddress(user.email, api.services) } });
    await deleteUser(user.id);
    expect((await entriesOf(other.id)).read).toMatchObject([{ details: { email: user.email } }]);
  });

  it('keeps values of a mailbox of which another account has verified an address with another tag', async () => {
    const [user, other] = [await makeUser(api), await makeUser(api)];
    const tagged = await makeUser(api, { email: user.email.replace('@', '+second@') });
    await write({ actor: { userId: other.id }, details: { email: personalToAddress(user.email, api.services) } });
    await deleteUser(tagged.id);
    expect((await entriesOf(other.id)).read).toMatchObject([{ details: { email: user.email } }]);
    await deleteUser(user.id);
    expect((await entriesOf(other.id)).read).toMatchObject([{ details: { email: null } }]);
  });

  it('is shown to staff, and in the CSV file', async () => {
    const { credentials } = await makeStaff(api);
    const user = await makeUser(api);
    await write({ actor: { userId: user.id }, details: { email: personalTo(user.id, user.email) } });
    await deleteUser(user.id);
    const query = `actorUserId=${user.id}`;
    const { entries } = AuditPage.parse((await api.send('GET', `/audit?${query}`, credentials)).body);
    expect(entries).toMatchObject([
      { ip: null, userAgent: null, details: { email: null }, erased: ['ip', 'userAgent', 'details.email'] },
    ]);
    const { text } = await api.send('GET', `/audit.csv?${query}`, credentials);
    expect(text).toContain('"{""email"":""(erased)""}",(erased),(erased),a-request');
  });

  it('is final: a later entry about the user is stored as erased', async () => {
    const user = await makeUser(api);
    await deleteUser(user.id);
    await write({ actor: { userId: user.id }, details: { email: personalTo(user.id, user.email) } });
    const { stored, read } = await entriesOf(user.id);
    expect(stored).toMatchObject([{ ip: erasedValue, userAgent: erasedValue, details: { email: erasedValue } }]);
    expect(read).toMatchObject([{ ip: null, userAgent: null, details: { email: null } }]);
  });

  it('waits for an entry that creates the key, and destroys it', async () => {
    const user = await makeUser(api);
    const creating = await openTransaction(api, `INSERT INTO personal_keys (user_id) VALUES ($1)`, [user.id]);
    const deleteAtOnce = `SET lock_timeout = '50ms'; DELETE FROM users WHERE id = '${user.id}'`;
    expect(await sqlStateOf(api.asOwner(deleteAtOnce))).toBe('55P03');
    await creating.end('COMMIT');
    await deleteUser(user.id);
    expect(await api.db.personalKey.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('the key of a user or an address', () => {
  it('is the same for two transactions that create it at the same time', async () => {
    const [user, address] = [await makeUser(api), newAddress()];
    const owners = { userIds: [user.id], serviceAccountIds: [], addressHashes: [api.services.hashMailbox(address)] };
    const first = await openTransaction(api, `INSERT INTO personal_keys (user_id) VALUES ($1)`, [user.id]);
    const second = getOrCreateKeys(owners, api.services);
    await waitForLock(api, 'get-or-create-personal-keys');
    await first.end('COMMIT');
    const keys = await second;
    expect(keys.map(({ ownerId }) => ownerId)).toEqual([user.id, api.services.hashMailbox(address)]);
    expect(await getOrCreateKeys(owners, api.services)).toEqual(keys);
    expect(await api.db.personalKey.count({ where: { userId: user.id } })).toBe(1);
  });

  it('has 32 bytes, which differ', async () => {
    const users = [await makeUser(api), await makeUser(api)];
    const userIds = users.map(({ id }) => id);
    const keys = await getOrCreateKeys({ userIds, serviceAccountIds: [], addressHashes: [] }, api.services);
    expect(keys.map(({ key }) => key.length)).toEqual([32, 32]);
    expect(keys[0]?.key).not.toEqual(keys[1]?.key);
  });

  it.each([
    [
      'with two owners',
      `INSERT INTO personal_keys (user_id, address_hash, month) SELECT id, 'x', now() FROM users LIMIT 1`,
    ],
    ['without an owner', `INSERT INTO personal_keys DEFAULT VALUES`],
    ['of an address without a month', `INSERT INTO personal_keys (address_hash) VALUES ('x')`],
    ['that is too short', `INSERT INTO personal_keys (address_hash, month, key) VALUES ('x', now(), 'short')`],
  ])('cannot be one %s', async (_what, statement) => {
    await makeUser(api);
    await expect(api.asOwner(statement)).rejects.toMatchObject({ code: '23514' });
  });
});

describe('what staff enter in a search', () => {
  it('is encrypted', async () => {
    const { user, credentials } = await makeStaff(api);
    const searched = await makeUser(api);
    await api.send('GET', `/staff/users?query=${encodeURIComponent(searched.email)}`, credentials);
    await api.send('GET', `/users/by-email?email=${encodeURIComponent(searched.email)}`, credentials);
    await api.send('GET', `/audit?actorEmail=${encodeURIComponent(searched.email)}`, credentials);
    const entries = await readAuditEntries(api, { actorUserId: user.id });
    expect(entries.map(({ details }) => JSON.stringify(details).includes(searched.email))).toEqual([true, true, true]);
    expect(JSON.stringify((await entriesOf(user.id)).stored)).not.toContain(searched.email);
  });
});
