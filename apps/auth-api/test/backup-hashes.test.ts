import { connected } from '../src/backup/connect.ts';
import { differingTables, hashLines, inSnapshot, tableHashes } from '../src/backup/table-hashes.ts';
import { freshDatabase, queryOnce } from './database.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
  await queryOnce(
    database.url,
    `CREATE TABLE things (id int, at timestamptz, said text, bits bytea, part float8);
     INSERT INTO things SELECT n, now(), 'thing ' || n, '\\xff', n / 3.0 FROM generate_series(1, 50) n`,
  );
});
afterAll(() => database.drop());

const hashes = (url = database.url) => connected(url, (client) => inSnapshot(client, () => tableHashes(client)));
const hashOfThings = async (url?: string) => (await hashes(url)).find(({ table }) => table === 'public.things');

describe('the hash of a table', () => {
  it('is there for each table, of the queue too, with the number of rows', async () => {
    const all = await hashes();
    expect(all.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['public.users', 'public.audit_entries', 'graphile_worker._private_jobs']),
    );
    expect(all.find(({ table }) => table === 'public.things')?.rows).toBe(50);
    expect(hashLines(all)).toMatch(/^public\.things +[0-9a-f]{16} +50$/m);
  });

  it('stays the same in another order, and by a login with other habits of writing moments and bytes', async () => {
    const before = await hashOfThings();
    await queryOnce(
      database.url,
      `CREATE TABLE kept AS SELECT * FROM things; TRUNCATE things; INSERT INTO things SELECT * FROM kept ORDER BY id DESC`,
    );
    const habits = '-c TimeZone=Asia/Tokyo -c DateStyle=German -c bytea_output=escape -c extra_float_digits=-3';
    expect(await hashOfThings(`${database.url}?options=${encodeURIComponent(habits)}`)).toEqual(before);
  });

  it.each([
    ['a cell', `UPDATE things SET said = 'thing two' WHERE id = 2`],
    ['a row that is gone', 'DELETE FROM things WHERE id = 3'],
    ['a row that is there twice', 'INSERT INTO things SELECT * FROM things WHERE id = 4'],
    ['two rows that changed places', `UPDATE things SET said = 'thing ' || (11 - id) WHERE id IN (5, 6)`],
  ])('tells of %s', async (_what, change) => {
    const before = await hashes();
    await queryOnce(database.url, change);
    expect(differingTables(before, await hashes())).toEqual(['public.things']);
  });

  it('tells of a table that only one side has', async () => {
    const all = await hashes();
    expect(differingTables(all, all.slice(1))).toEqual([all[0]?.table]);
    expect(differingTables(all.slice(1), all)).toEqual([all[0]?.table]);
  });

  it('is of one moment for all tables, whatever is written meanwhile', async () => {
    const before = await hashes();
    const during = await connected(database.url, (client) =>
      inSnapshot(client, async () => {
        await queryOnce(database.url, `INSERT INTO things (id) VALUES (1000)`);
        return tableHashes(client);
      }),
    );
    expect(differingTables(before, during)).toEqual([]);
    expect(differingTables(during, await hashes())).toEqual(['public.things']);
  });
});
