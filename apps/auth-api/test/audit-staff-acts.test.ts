import { calls, type Call } from '@portal/contract';
import type { Response } from 'supertest';
import { ulid } from 'ulid';
import { stage, type Stage } from './support/actors.ts';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { linesOf } from './support/audit-log.ts';
import { logIn, makeUser } from './support/builders.ts';
import { makeStaff } from './support/staff.ts';
import { validBodies, validQueries } from './support/valid-bodies.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const staffCalls = Object.entries(calls).filter(([, { access }]) => access.who === 'staff');
const changing = staffCalls.filter(([, { method }]) => method !== 'GET');
const taking = staffCalls.filter(([, { body, query }]) => body ?? query);

/** Only a deleted workspace can be restored. */
const stageFor = (name: string) => stage(api, name === 'restoreWorkspace' ? 'ofDeleted' : 'owner');

interface Wish {
  readonly proof: Proof;
  readonly on: Stage;
  readonly requestUlid?: string;
  /** Whatever else is sent. */
  readonly more?: Record<string, string>;
}

async function send(name: string, call: Call, { proof, on, requestUlid = ulid(), more = {} }: Wish): Promise<Response> {
  const path = call.path.replace(':userId', on.subject.id).replace(':workspaceId', on.workspace.id);
  const test = api.send(call.method, path, proof);
  const query = validQueries[name]?.(on) ?? {};
  if (call.method === 'GET') return test.query({ ...query, ...more });
  return test.query(query).send({ ...validBodies[name]?.(on, ''), requestUlid, ...more });
}

describe('[decision.10] every call of staff', () => {
  it('is marked in the table as one that the log tells of', () => {
    const unmarked = staffCalls.filter(([, { audited }]) => !audited).map(([name]) => name);
    expect([staffCalls.length > 0, unmarked]).toEqual([true, []]);
  });

  it.each(staffCalls)('%s leaves one line that says who, what, and on whom or what', async (name, call) => {
    const on = await stageFor(name);
    const { user, proof } = await makeStaff(api);
    let response: Response | undefined;
    const lines = await linesOf(api, async () => (response = await send(name, call, { proof, on })));
    expect([response?.status, response?.body]).toEqual([200, response?.body]);
    expect(lines).toMatchObject([
      {
        action: name,
        actorUserId: user.id,
        credential: 'session',
        requestId: response?.get('X-Request-Id'),
        ...(call.path.includes(':userId') && { subjectUserId: on.subject.id }),
        ...(call.path.includes(':workspaceId') && { workspaceId: on.workspace.id }),
      },
    ]);
  });

  it.each(changing)('%s leaves no second line when its request is repeated', async (name, call) => {
    const on = await stageFor(name);
    const wish = { proof: (await makeStaff(api)).proof, on, requestUlid: ulid() };
    await send(name, call, wish);
    const lines = await linesOf(api, async () => expect((await send(name, call, wish)).status).toBe(200));
    expect(lines).toEqual([]);
  });

  it.each(staffCalls)('%s leaves no line where it is refused', async (name, call) => {
    const on = await stageFor(name);
    const unverified = await makeUser(api, { email: `${ulid()}@systeminit.com`.toLowerCase(), emailVerified: false });
    const customer = await logIn(api, await makeUser(api));
    const lines = await linesOf(api, async () => {
      for (const [proof, status] of [
        [customer, 403],
        [await logIn(api, unverified), 403],
        [{}, 401],
      ] as const) {
        expect((await send(name, call, { proof, on })).status).toBe(status);
      }
    });
    expect(lines).toEqual([]);
  });

  it.each(taking)('%s leaves no line where its input is wrong', async (name, call) => {
    const on = await stageFor(name);
    const { proof } = await makeStaff(api);
    const wrong =
      call.method === 'GET' ? { surplus: '1' } : { isQuarantined: 'x', isSuspended: 'x', userEmail: '', userId: '' };
    const lines = await linesOf(api, async () =>
      expect((await send(name, call, { proof, on, more: wrong })).status).toBe(400),
    );
    expect(lines).toEqual([]);
  });
});
