import { PrismaPg } from '@prisma/adapter-pg';
import { onOneConnection } from '../src/database/own-transaction.ts';
import { PrismaClient } from '../src/generated/prisma/client.ts';
import { inTransaction } from '../src/http/transaction.ts';
import { startApi, type TestApi } from './support/api.ts';
import { makeUser } from './support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const rename = { name: 'rename-for-test', text: 'UPDATE users SET nickname = $2 WHERE id = $1 RETURNING nickname' };

describe('a transaction', () => {
  it('is one of plain SQL and of Prisma, which see what the other wrote', async () => {
    const { id } = await makeUser(api);
    const seen = await inTransaction(api.services, async ({ db, sql }) => {
      await sql(rename, [id, 'by SQL']);
      const { nickname } = await db.user.findUniqueOrThrow({ where: { id } });
      await db.user.update({ where: { id }, data: { firstName: 'by Prisma' } });
      const [row] = await db.$queryRaw<{ firstName: string }[]>`
        SELECT first_name AS "firstName" FROM users WHERE id = ${id}`;
      return { nickname, ...row };
    });
    expect(seen).toEqual({ nickname: 'by SQL', firstName: 'by Prisma' });
    expect(await api.db.user.findUnique({ where: { id } })).toMatchObject(seen);
  });

  it('fails where Prisma would begin one of its own', async () => {
    const { services } = api;
    const another = new PrismaClient({ adapter: new PrismaPg({ connectionString: services.settings.DATABASE_URL }) });
    const writing = inTransaction({ ...services, db: another }, ({ db }) => db.user.count());
    await expect(writing).rejects.toThrow('Prisma began a transaction of its own.');
    await another.$disconnect();
  });

  it('undoes what both wrote once either failed', async () => {
    const before = await makeUser(api);
    const failing = inTransaction(api.services, async ({ db, sql }) => {
      await db.user.update({ where: { id: before.id }, data: { firstName: 'by Prisma' } });
      await sql(rename, [before.id, 'by SQL']);
      await db.user.create({ data: { id: before.id, email: 'twice@example.com', nickname: 'Twice' } });
    });
    await expect(failing).rejects.toMatchObject({ code: 'P2002' });
    expect(await api.db.user.findUnique({ where: { id: before.id } })).toEqual(before);
  });

  it('lets many at once each work on a connection of its own', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => makeUser(api)));
    const renamed = await Promise.all(
      people.map(({ id }) =>
        inTransaction(api.services, async ({ db, sql }) => {
          const [row] = await sql<{ nickname: string }>(rename, [id, `now ${id}`]);
          const found = await db.user.findUnique({ where: { id } });
          return [row?.nickname, found?.nickname];
        }),
      ),
    );
    expect(renamed).toEqual(people.map(({ id }) => [`now ${id}`, `now ${id}`]));
  });

  it('fails where one of its statements failed and the work went on', async () => {
    const before = await makeUser(api);
    const heedless = onOneConnection(api.services.pool, 60_000, async (client) => {
      await client.query(rename.text, [before.id, 'lost']);
      await expect(client.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
    });
    await expect(heedless).rejects.toThrow('A transaction went on after one of its statements had failed.');
    expect(await api.db.user.findUnique({ where: { id: before.id } })).toEqual(before);
  });

  it('is never committed once it took too long, and its connection is given to nobody else', async () => {
    const before = await makeUser(api);
    const slow = onOneConnection(api.services.pool, 20, async (client) => {
      const ended = new Promise((resolve) => client.once('end', resolve));
      await client.query(rename.text, [before.id, 'too late']);
      await ended;
    });
    await expect(slow).rejects.toThrow();
    expect(await api.db.user.findUnique({ where: { id: before.id } })).toEqual(before);
  });
});
