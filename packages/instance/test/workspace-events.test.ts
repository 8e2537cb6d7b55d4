import { createInstance, type Instance } from '../src/index.ts';
import { Browser } from './support/browser.ts';
import { ids, startFakePortal, unsigned, type FakePortal, type Forgery } from './support/fake-portal.ts';

let portal: FakePortal;
let instance: Instance;
let browser: Browser;

const create = () =>
  createInstance({
    apiUrl: portal.url,
    portalUrl: 'https://portal.example.com',
    url: 'https://instance.example.com',
    acceptsWorkspace: [ids.workspace],
  });

beforeEach(async () => {
  portal = await startFakePortal();
  instance = create();
  browser = new Browser(instance);
  await browser.logIn();
  await browser.role();
});
afterEach(() => portal.stop());

const workspace = (change: Readonly<Record<string, unknown>> = {}) => ({
  revision: 2,
  displayName: 'Renamed',
  approvalsEnabled: true,
  members: [
    { userId: ids.owner, role: 'OWNER' },
    { userId: ids.editor, role: 'APPROVER' },
  ],
  ...change,
});
const claimsOf = (change?: Readonly<Record<string, unknown>>) => ({
  aud: ids.workspace,
  events: { 'urn:account-portal:workspace-changed': workspace(change) },
});
const eventToken = (change?: Readonly<Record<string, unknown>>, forgery: Forgery = {}) =>
  portal.sign('event', claimsOf(change), { expires: null, ...forgery });

async function post(body: string, contentType = 'application/secevent+jwt') {
  const request = new Request('https://instance.example.com/workspace-events', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
  });
  const response = await instance.handle(request);
  const text = (await response?.text()) ?? '';
  return { status: response?.status, ...(text !== '' && { answer: JSON.parse(text) as unknown }) };
}

const session = () => instance.authenticate(browser.request);

describe('a workspace event', () => {
  it('changes the role, the name and the approvals of the sessions at once', async () => {
    expect(await post(await eventToken())).toEqual({ status: 202 });
    expect(await session()).toMatchObject({
      role: 'APPROVER',
      revision: 2,
      workspace: { id: ids.workspace, displayName: 'Renamed', approvalsEnabled: true },
    });
    expect(portal.callsTo('/auth-reconnect')).toHaveLength(1);
  });

  it('ends the session of a user who is no member any more', async () => {
    expect(await post(await eventToken({ members: [{ userId: ids.owner, role: 'OWNER' }] }))).toEqual({ status: 202 });
    expect(await session()).toBeNull();
  });

  it('that is late, or sent again, changes nothing', async () => {
    const first = await eventToken();
    await post(await eventToken({ revision: 3, displayName: 'Newest' }));
    expect(await post(first)).toEqual({ status: 202 });
    expect(await post(await eventToken({ revision: 3, members: [] }))).toEqual({ status: 202 });
    expect(await session()).toMatchObject({ revision: 3, workspace: { displayName: 'Newest' }, role: 'APPROVER' });
  });

  it('leaves a session that was entered with the same or a later revision', async () => {
    portal.state.revision = 5;
    const later = new Browser(instance);
    await later.logIn();
    await post(await eventToken({ revision: 5, members: [] }));
    expect([await later.role(), await session()]).toEqual(['EDITOR', null]);
  });

  it('of a workspace with thousands of members is read', async () => {
    const members = Array.from({ length: 10_000 }, (_, index) => ({
      userId: `01JB${index}`.padEnd(26, '0'),
      role: 'EDITOR',
    }));
    expect(await post(await eventToken({ members }))).toEqual({ status: 202 });
    expect(await session()).toBeNull();
  });

  it('is asked for again if the keys cannot be read', async () => {
    portal.state.outages['/.well-known/jwks.json'] = 500;
    instance = create();
    expect((await post(await eventToken())).status).toBe(503);
  });
});

describe('a forged workspace event is rejected, with the reason of RFC 8935:', () => {
  afterEach(async () => expect(await session()).toMatchObject({ role: 'EDITOR', revision: 1 }));

  it.each([
    ['signed by someone else', 'invalid_key', { isForeign: true }],
    ['signed with the key of logout tokens', 'invalid_key', { kid: 'logout-1' }],
    ['of another issuer', 'invalid_issuer', { issuer: 'https://evil.example' }],
    ['for another workspace', 'invalid_audience', { audience: ids.otherWorkspace }],
    ['for several workspaces', 'invalid_audience', { claims: { aud: [ids.workspace, ids.otherWorkspace] } }],
    ['of another type', 'invalid_request', { typ: 'JWT' }],
    ['without an id', 'invalid_request', { claims: { jti: undefined } }],
    ['of another kind', 'invalid_request', { claims: { events: { 'urn:example:other': {} } } }],
    ['that has expired', 'invalid_request', { expires: '-1s' }],
  ])('one %s', async (_title, err, forgery: Forgery) => {
    const { status, answer } = await post(await eventToken({}, forgery));
    expect([status, answer]).toEqual([400, { err, description: expect.any(String) as string }]);
  });

  it.each([{ revision: 1.5 }, { revision: '2' }, { members: {} }, { members: [{ userId: ids.editor, role: 'GOD' }] }])(
    'one with %j',
    async (change) => {
      expect(await post(await eventToken(change))).toMatchObject({ status: 400, answer: { err: 'invalid_request' } });
    },
  );

  it('one without a signature, of another content type, too long, or empty', async () => {
    const signed = await eventToken();
    expect(await post(unsigned(claimsOf(), 'secevent+jwt'))).toMatchObject({
      status: 400,
      answer: { err: 'invalid_key' },
    });
    const invalid = { status: 400, answer: { err: 'invalid_request' } };
    expect(await post(signed, 'application/jwt')).toMatchObject(invalid);
    expect(await post('x'.repeat(1_100_000))).toMatchObject(invalid);
    expect(await post('')).toMatchObject(invalid);
  });
});
