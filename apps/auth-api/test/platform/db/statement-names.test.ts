import { createStatementNameGenerator } from '../../../src/platform/db/prisma-client.ts';

describe('the name of a statement', () => {
  it('is stable for statements that write or lock, and empty for reads', () => {
    const nameOf = createStatementNameGenerator();
    const names = [
      'INSERT INTO a VALUES ($1)',
      'SELECT 1 FROM a WHERE id = $1 FOR NO KEY UPDATE',
      'SELECT * FROM a',
    ].map((sql) => nameOf({ sql }));
    expect(names).toEqual(['prisma-0', 'prisma-1', '']);
    expect(nameOf({ sql: 'INSERT INTO a VALUES ($1)' })).toBe('prisma-0');
  });

  it('is empty once there are too many names', () => {
    const nameOf = createStatementNameGenerator();
    for (let n = 0; n < 500; n++) nameOf({ sql: `DELETE FROM a WHERE n = ${n}` });
    expect(nameOf({ sql: 'DELETE FROM b' })).toBe('');
    expect(nameOf({ sql: 'DELETE FROM a WHERE n = 7' })).toBe('prisma-7');
  });
});
