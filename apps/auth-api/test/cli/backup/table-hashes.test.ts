import { withConnection } from '../../../src/cli/backup/connection.ts';
import { differingTables, formatHashes, withSnapshot, hashTables } from '../../../src/cli/backup/table-hashes.ts';
import { freshDatabase, queryOnce } from '../../support/database.ts';

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

const hashes = (url = database.url) => withConnection(url, (client) => withSnapshot(client, () => hashTables(client)));
const thingsHash = async (url?: string) => (await hashes(url)).find(({ table }) => table === 'public.things');

describe('the hash of a table', () => {
  it('exists for each table, also of the job queue, with the number of rows', async () => {
    const all = await hashes();
    expect(all.map(({ table }) => table)).toEqual(
      expect.arrayContaining([
        'public.users',
        expect.stringMatching(/^public\.audit_entries_\d{4}_\d\d$/),
        'graphile_worker._private_jobs',
      ]),
    );
    expect(all.find(({ table }) => table === 'public.things')?.rows).toBe(50);
    expect(formatHashes(all)).toMatch(/^public\.things +[0-9a-f]{16} +50$/m);
  });

  it('does not depend on the order of rows, or on how a session formats timestamps and bytes', async () => {
    const before = await thingsHash();
    await queryOnce(
      database.url,
      `CREATE TABLE copy_of_things AS SELECT * FROM things; TRUNCATE things; INSERT INTO things SELECT * FROM copy_of_things ORDER BY id DESC`,
    );
    const formatOptions = '-c TimeZone=Asia/Tokyo -c DateStyle=German -c bytea_output=escape -c extra_float_digits=-3';
    expect(await thingsHash(`${database.url}?options=${encodeURIComponent(formatOptions)}`)).toEqual(before);
  });

  it.each([
    ['a changed value', `UPDATE things SET said = 'thing two' WHERE id = 2`],
    ['a deleted row', 'DELETE FROM things WHERE id = 3'],
    ['a duplicate row', 'INSERT INTO things SELECT * FROM things WHERE id = 4'],
    ['two swapped values', `UPDATE things SET said = 'thing ' || (11 - id) WHERE id IN (5, 6)`],
  ])('changes with %s', async (_what, change) => {
    const before = await hashes();
    await queryOnce(database.url, change);
    expect(differingTables(before, await hashes())).toEqual(['public.things']);
  });

  it('reports a table that only one side has', async () => {
    const all = await hashes();
    expect(differingTables(all, all.slice(1))).toEqual([all[0]?.table]);
    expect(differingTables(all.slice(1), all)).toEqual([all[0]?.table]);
  });

  it('belongs to one snapshot for all tables, whatever is written meanwhile', async () => {
    const before = await hashes();
    const during = await withConnection(database.url, (client) =>
      withSnapshot(client, async () => {
        await queryOnce(database.url, `INSERT INTO things (id) VALUES (1000)`);
        return hashTables(client);
      }),
    );
    expect(differingTables(before, during)).toEqual([]);
    expect(differingTables(during, await hashes())).toEqual(['public.things']);
  });
});
