import { ulid } from 'ulid';
import { migrate } from '../src/database/migrate.ts';
import type { User } from '../src/generated/prisma/client.ts';
import { freshDatabase, queryOnce } from './database.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { signIn } from './support/sign-in.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const asApi = (statement: string, ...values: unknown[]) => api.services.pool.query(statement, values);
const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: unknown }).code,
  );

/** A user who accepted the current terms, with the agreement. */
async function agreed(): Promise<User> {
  const user = await makeUser(api, { tosVersionId: null });
  const tosVersionId = api.services.legal.currentVersionId;
  const answer = await api.send('POST', '/tos-agreement', await logIn(api, user)).send({ tosVersionId });
  expect(answer.status).toBe(200);
  return user;
}

const agreementsOf = ({ id: userId }: User) => api.db.tosAgreement.count({ where: { userId } });

describe('an accepted version of the terms', () => {
  it.each([
    `UPDATE tos_agreements SET agreed_at = now()`,
    `UPDATE tos_agreements SET ip = NULL WHERE false`,
    'DELETE FROM tos_agreements',
    'TRUNCATE tos_agreements',
    'ALTER TABLE tos_agreements DISABLE TRIGGER ALL',
  ])('cannot be changed or deleted by the API: %j', async (statement) => {
    const user = await agreed();
    expect(await codeOf(asApi(statement))).toBe('42501');
    expect(await agreementsOf(user)).toBe(1);
  });

  it('cannot be reached by the API through the user who accepted it', async () => {
    const user = await agreed();
    expect(await codeOf(asApi('DELETE FROM users WHERE id = $1', user.id))).toBe('42501');
    expect(await codeOf(asApi('UPDATE users SET id = $2 WHERE id = $1', user.id, ulid()))).toBe('23001');
    expect(await agreementsOf(user)).toBe(1);
  });

  it('keeps its user from being deleted, even by the owner of the tables', async () => {
    const user = await agreed();
    expect(await codeOf(api.asOwner(`DELETE FROM users WHERE id = '${user.id}'`))).toBe('23001');
    expect(await agreementsOf(user)).toBe(1);
  });
});

describe('the placeholder of an invitation', () => {
  const remove = async (id: string) => {
    const { rows } = await api.services.pool.query<{ deleted: boolean }>(
      'SELECT delete_claimed_placeholder($1) AS deleted',
      [id],
    );
    return rows[0]?.deleted;
  };

  it('is deleted once the person who was invited has logged in', async () => {
    const owner = await makeUser(api);
    const workspace = await makeWorkspace(api, owner);
    const email = 'invited@example.com';
    await api.send('POST', `/workspace/${workspace.id}/members`, await logIn(api, owner)).send({ email });
    const placeholder = await api.db.user.findFirstOrThrow({ where: { email } });
    expect(await remove(placeholder.id)).toBe(false);
    const user = await signIn({ sub: 'auth0|invited', email, email_verified: true, nickname: 'Eve' }, api.services);
    expect(await api.db.user.findMany({ where: { email }, select: { id: true } })).toEqual([{ id: user.id }]);
  });

  it('is the only user that the API can delete', async () => {
    const never = await makeUser(api, { auth0Id: null });
    const cameOnce = await makeUser(api, { auth0Id: null, signedUpAt: new Date() });
    const account = await makeUser(api, { signedUpAt: null });
    const agreedOnce = await agreed();
    await api.db.user.update({ where: { id: agreedOnce.id }, data: { auth0Id: null, signedUpAt: null } });
    const outcomes = [];
    for (const { id } of [never, cameOnce, account, agreedOnce]) outcomes.push(await remove(id));
    expect(outcomes).toEqual([true, false, false, false]);
  });
});

describe('the login of the API', () => {
  it('cannot make temporary tables', async () => {
    const database = await freshDatabase();
    await migrate(database.url, () => undefined);
    expect(await codeOf(queryOnce(database.apiUrl, 'CREATE TEMP TABLE mine (id int)'))).toBe('42501');
    await database.drop();
  });

  it('is alone in what it may call: nobody else may delete a placeholder', async () => {
    const database = await freshDatabase();
    const signature = `'delete_claimed_placeholder(text)'`;
    // As after a restore without privileges.
    await queryOnce(database.url, 'GRANT EXECUTE ON FUNCTION delete_claimed_placeholder(text) TO PUBLIC');
    await migrate(database.url, () => undefined);
    const rights = await queryOnce(
      database.url,
      `SELECT has_function_privilege('auth_api', ${signature}, 'EXECUTE') AS api,
         has_function_privilege('pg_monitor', ${signature}, 'EXECUTE') AS others`,
    );
    expect(rights).toEqual([{ api: true, others: false }]);
    await database.drop();
  });
});
