import { ulid } from 'ulid';
import { migrate } from '../src/database/migrate.ts';
import type { User } from '../src/generated/prisma/client.ts';
import { freshDatabase, queryOnce } from './database.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser } from './support/builders.ts';

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

describe('the login of the API', () => {
  it('cannot make temporary tables', async () => {
    const database = await freshDatabase();
    // As after a restore without privileges.
    await queryOnce(database.url, `GRANT TEMPORARY ON DATABASE "${new URL(database.url).pathname.slice(1)}" TO PUBLIC`);
    await migrate(database.url, () => undefined);
    expect(await codeOf(queryOnce(database.apiUrl, 'CREATE TEMP TABLE mine (id int)'))).toBe('42501');
    await database.drop();
  });
});
