import { queryOnce } from '../../support/database.ts';
import { rehearsePointInTime } from './point-in-time.ts';

describe('recovery to a point in time', () => {
  it('brings back every row of that time and nothing later, and ends all sessions', async () => {
    const lines: string[] = [];
    const result = await rehearsePointInTime({ users: 100, workspaces: 200 }, (line) => lines.push(line));
    expect(result.differingTables).toEqual([]);
    expect(result.recoveredTokens).toEqual(result.tokensBefore);
    expect(result.tokensAfter).toHaveLength(20);
    expect(result.sessionsLeft).toBe(0);
    expect(lines.at(-1)).toMatch(/^Deleted \d+ sessions\./);
    const [, last = ''] = /^The last recovered transaction is of (\S+)\.$/m.exec(lines.join('\n')) ?? [];
    const [row] = await queryOnce(
      process.env['TEST_TEMPLATE_DATABASE_URL'] ?? '',
      `SELECT '${result.target}'::timestamptz - '${last}'::timestamptz BETWEEN '0' AND interval '1 minute' AS near`,
    );
    expect(row).toEqual({ near: true });
  });
});
