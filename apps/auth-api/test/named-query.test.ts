import type { EventEmitter } from 'node:events';
import type { SuiteDatabase } from '@portal/local-postgres';
import pg from 'pg';
import { namedOn } from '../src/database/named-statement.ts';
import { freshDatabase } from './database.ts';

let database: SuiteDatabase;
let client: pg.Client;
let described = 0;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(async () => {
  client = new pg.Client({ connectionString: database.url, options: '-c TimeZone=UTC' });
  await client.connect();
  described = 0;
  const { connection } = client as unknown as { connection: EventEmitter };
  connection.on('rowDescription', () => described++);
});
afterEach(() => client.end());
afterAll(() => database.drop());

const everyKind = {
  name: 'every-kind',
  text: `
    SELECT $1::text AS text, $2::int AS number, NULL::text AS nothing, $3::timestamptz AS moment, true AS yes,
      '{"a":[1]}'::jsonb AS json, '{a,b}'::text[] AS several, '\\x00ff'::bytea AS bytes, 7::bigint AS large
    FROM generate_series(1, 2)`,
};
const values = ['héllo', 3, new Date('2026-01-02T03:04:05.678Z')];

it('reads rows as pg itself does, the first time and again', async () => {
  const { rows } = await client.query<object>({ text: everyKind.text, values });
  expect(rows).toHaveLength(2);
  for (let time = 0; time < 3; time++) expect(await namedOn(client)(everyKind, values)).toEqual(rows);
});

it('reads moments of every form as pg itself does', async () => {
  const days = ['0001-01-01', '0099-12-31', '0100-01-01', '1969-12-31', '2024-02-29', '9999-12-31', '10000-01-01'];
  const fractions = ['', '.1', '.01', '.001', '.12', '.123', '.9994', '.999999', '.000001'];
  const usual = days.flatMap((day) => fractions.map((fraction) => `${day} 23:59:58${fraction}+00`));
  const moments = [...usual, '4713-01-01 00:00:00+00 BC', 'infinity', '-infinity'];
  const statement = { name: 'moments', text: 'SELECT unnest($1::text[])::timestamptz AS moment' };
  for (const zone of ['UTC', 'Asia/Kolkata', 'Europe/Lisbon', 'America/St_Johns']) {
    await client.query(`SET TimeZone = '${zone}'`);
    const { rows } = await client.query<object>(statement.text, [moments]);
    expect(await namedOn(client)(statement, [moments])).toEqual(rows);
  }
});

it('has columns described once for a connection, also of what has none', async () => {
  const nothing = { name: 'nothing', text: 'DELETE FROM sessions WHERE id_hash = $1' };
  for (let time = 0; time < 3; time++) {
    await namedOn(client)(everyKind, values);
    expect(await namedOn(client)(nothing, ['x'])).toEqual([]);
  }
  expect(described).toBe(1);
});

it('has them described each time where nothing is remembered', async () => {
  for (let time = 0; time < 3; time++) await namedOn(client)({ ...everyKind, plansDiffer: true }, values);
  expect(described).toBe(3);
});

it('fails as PostgreSQL does, and the connection goes on', async () => {
  const divide = { name: 'divide', text: 'SELECT 6 / $1::int AS part' };
  const wrong = { name: 'wrong', text: 'SELECT missing FROM users' };
  for (let time = 0; time < 2; time++) {
    await expect(namedOn(client)(divide, [0])).rejects.toMatchObject({ code: '22012' });
    expect(await namedOn(client)(divide, [2])).toEqual([{ part: 3 }]);
    await expect(namedOn(client)(wrong, [])).rejects.toMatchObject({ code: '42703' });
  }
});

it('fails with a stack that names who asked', async () => {
  const whoAsked = async () => {
    await namedOn(client)({ name: 'divide-anyway', text: 'SELECT 1 / 0' }, []);
  };
  await expect(whoAsked()).rejects.toMatchObject({ stack: expect.stringContaining('whoAsked') as unknown });
});

it('fails where its values can’t be told, and the connection goes on', async () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  const echo = { name: 'echo', text: 'SELECT $1::text AS told' };
  await expect(namedOn(client)(echo, [circle])).rejects.toThrow('circular');
  expect(await namedOn(client)(echo, ['again'])).toEqual([{ told: 'again' }]);
});

it('fails rather than to take new columns for the old ones', async () => {
  await client.query('CREATE TABLE changing AS SELECT 1 AS one, 2 AS two');
  const all = { name: 'all-of-it', text: 'SELECT * FROM changing' };
  expect(await namedOn(client)(all, [])).toEqual([{ one: 1, two: 2 }]);
  await client.query('ALTER TABLE changing DROP COLUMN one; ALTER TABLE changing ADD COLUMN three int DEFAULT 3');
  await expect(namedOn(client)(all, [])).rejects.toMatchObject({ code: '0A000' });
});
