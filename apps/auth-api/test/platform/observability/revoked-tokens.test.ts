/** @takes 15 s */
import { logIn, makeApiToken, makeInstanceToken, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startLeakTestStack, type LeakTestStack } from '../../support/leak-test-stack.ts';
import { pollUntil } from '../../support/polling.ts';

let stack: LeakTestStack;
beforeAll(async () => {
  stack = await startLeakTestStack();
});
afterAll(() => stack.close());

test('logs at every level and traces contain no token that a holder revokes, however it is sent', async () => {
  const { api, canaries, collector, healthy } = stack;
  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, user);
  const newToken = async () =>
    canaries.plant('API token', (await makeApiToken(api, workspace, user)).credentials.token);
  const instanceToken = (await makeInstanceToken(api, workspace, user, await logIn(api, user))).token;
  const form = 'application/x-www-form-urlencoded';
  const revocations: readonly [status: number, type: string, body: string, query?: string][] = [
    [200, form, `token=${await newToken()}`],
    [200, form, `token=${await newToken()}&token=${canaries.make('junk')}&${canaries.make('parameter')}=x`],
    [400, form, `token=${canaries.plant('instance token', instanceToken)}`],
    [400, form, 'a=b', `?token=${await newToken()}`],
    [415, 'application/json', JSON.stringify({ token: await newToken() })],
  ];
  const before = collector.bodies.length;
  for (const [status, type, body, query = ''] of revocations) {
    const options = { method: 'POST', headers: { 'content-type': type }, body };
    expect((await fetch(`${healthy.url}/oauth/revoke${query}`, options)).status).toBe(status);
  }
  const requests = () => healthy.lines.filter((line) => line.includes('"si.call":"revokeTokenByHolder"'));
  const countRequests = () => Promise.resolve(requests().length);
  expect(await pollUntil(countRequests, (count) => count >= revocations.length)).toBe(revocations.length);
  await fetch(`${healthy.url}/version`);
  const spans = () => collector.bodies.slice(before).map(({ body }) => body);
  const hasSpans = () => Promise.resolve(spans().some((body) => body.includes('/oauth/revoke')));
  expect(await pollUntil(hasSpans, Boolean)).toBe(true);
  expect(canaries.findIn([...healthy.lines, ...spans()].join('\n'))).toEqual([]);
});
