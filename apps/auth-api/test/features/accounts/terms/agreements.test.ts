import { ulid } from 'ulid';
import { migrate } from '../../../../src/platform/db/migrations/migrate.ts';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { freshDatabase, queryOnce, sqlStateOf } from '../../../support/database.ts';
import { startApi, type TestApi } from '../../../support/api.ts';
import { logIn, makeUser } from '../../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const queryAsApi = (statement: string, ...values: unknown[]) => api.services.pool.query(statement, values);

/** A user who accepted the current terms, with the agreement. */
async function userWithAgreement(): Promise<User> {
  const user = await makeUser(api, { tosVersionId: null });
  const tosVersionId = api.services.legal.currentVersionId;
  const response = await api.send('POST', '/tos-agreement', await logIn(api, user)).send({ tosVersionId });
  expect(response.status).toBe(200);
  return user;
}

const countAgreements = ({ id: userId }: User) => api.db.tosAgreement.count({ where: { userId } });

describe('an accepted version of the terms', () => {
  it.each([
    `UPDATE tos_agreements SET agreed_at = now()`,
    `UPDATE tos_agreements SET ip = NULL WHERE false`,
    'DELETE FROM tos_agreements',
    'TRUNCATE tos_agreements',
    'ALTER TABLE tos_agreements DISABLE TRIGGER ALL',
  ])('cannot be changed or deleted by the API: %j', async (statement) => {
    const user = await userWithAgreement();
    expect(await sqlStateOf(queryAsApi(statement))).toBe('42501');
    expect(await countAgreements(user)).toBe(1);
  });

  it('cannot be deleted or detached by the API through its user', async () => {
    const user = await userWithAgreement();
    expect(await sqlStateOf(queryAsApi('DELETE FROM users WHERE id = $1', user.id))).toBe('42501');
    expect(await sqlStateOf(queryAsApi('UPDATE users SET id = $2 WHERE id = $1', user.id, ulid()))).toBe('23001');
    expect(await countAgreements(user)).toBe(1);
  });

  it('prevents the deletion of its user, even by the owner of the tables', async () => {
    const user = await userWithAgreement();
    expect(await sqlStateOf(api.asOwner(`DELETE FROM users WHERE id = '${user.id}'`))).toBe('23001');
    expect(await countAgreements(user)).toBe(1);
  });
});

describe('the database role of the API', () => {
  it('cannot create temporary tables', async () => {
    const database = await freshDatabase();
    // A restore without privileges leaves this grant.
    await queryOnce(database.url, `GRANT TEMPORARY ON DATABASE "${new URL(database.url).pathname.slice(1)}" TO PUBLIC`);
    await migrate(database.url, () => undefined);
    expect(await sqlStateOf(queryOnce(database.apiUrl, 'CREATE TEMP TABLE mine (id int)'))).toBe('42501');
    await database.drop();
  });
});
