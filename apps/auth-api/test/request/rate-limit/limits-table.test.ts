import { readFile } from 'node:fs/promises';
import { calls, rateLimitOf, type Call, type Payer, type RateLimit } from '@portal/contract';
import { isUnauthenticatedAccess } from '../../../src/request/call/possible-errors.ts';
import { isSharedByTokens } from '../../../src/request/rate-limit/rate-limits.ts';

const allCalls = Object.entries<Call>(calls);
const isOfUser = ({ access }: Call) => !isUnauthenticatedAccess(access);

describe('the table of limits', () => {
  const payers: Readonly<Record<Payer, string>> = {
    user: 'user',
    member: 'user and workspace',
    credential: 'session',
    ip: 'IP address',
  };
  const rowsOf = (name: string, call: Call, { per, timesInAllWorkspaces, perSessionWith }: RateLimit) => [
    [name, payers[per]],
    ...(perSessionWith === undefined ? [] : [[`${name}-of-session`, payers.credential]]),
    ...(timesInAllWorkspaces === undefined
      ? []
      : [
          [`${name}-in-all-workspaces`, payers.user],
          ...(isSharedByTokens(call) ? [[`${name}-by-tokens`, 'workspace']] : []),
        ]),
  ];

  it('in the docs has a row for each limit, and says what it counts', async () => {
    const page = await readFile(new URL('../../../../../docs/operating/limits.md', import.meta.url), 'utf8');
    const documented = [...page.matchAll(/^\| `([\w-]+)` +\| ([^|]+?) +\|/gm)].map(([, name, per]) => [name, per]);
    const expected = [
      ['writes', 'user'],
      ['access-ends', 'session'],
      ['invalid-input', 'session'],
      ['token-reads', 'token'],
      ['introspections', 'token'],
      ['loginOfAccount', 'account'],
      ['refreshes', 'terminal login'],
      ['wrong-guesses', 'user'],
      ['wrong-guesses-of-address', 'IP address'],
      ...allCalls.flatMap(([name, call]) => (call.rateLimit ? rowsOf(name, call, call.rateLimit) : [])),
    ];
    expect(documented.sort()).toEqual(expected.sort());
  });

  it('counts per session, or only failures, for each call that ends access', () => {
    const others = allCalls.flatMap(([name, call]) => {
      const limit = call.endsAccess && rateLimitOf(call);
      return limit && limit.per !== 'credential' && limit.counts !== 'failures' ? [name] : [];
    });
    expect(others).toEqual([]);
  });

  it('counts per IP only without a session, and per member only in a workspace', () => {
    const wrong = allCalls.flatMap(([name, call]) => {
      const per = rateLimitOf(call)?.per;
      const isRight =
        per === undefined || ((per === 'ip') !== isOfUser(call) && (per !== 'member' || call.access.who === 'member'));
      return isRight ? [] : [name];
    });
    expect(wrong).toEqual([]);
  });
});
