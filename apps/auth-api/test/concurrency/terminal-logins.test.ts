/** @takes 20 s */
import { DeviceCode, TokenResponse } from '@portal/contract';
import { addMember, logIn, makeTerminalLogin, makeUser, makeWorkspace, sessionOf } from '../support/builders.ts';
import type { Credentials } from '../support/api.ts';
import {
  repeated,
  repeatRounds,
  shuffled,
  type RaceRequest,
  type RaceResponse,
  type Replicas,
} from '../support/replicas.ts';
import { setUpRaces } from '../support/set-up-races.ts';

let replicas: Replicas;
setUpRaces((started) => (replicas = started));

const oauth = (path: string, form: Readonly<Record<string, string>>): RaceRequest => ({
  method: 'POST',
  path: `/oauth/${path}`,
  form: { client_id: 'portal-cli', ...form },
});
const refresh = (refreshToken: string, more: Readonly<Record<string, string>> = {}) =>
  oauth('token', { grant_type: 'refresh_token', refresh_token: refreshToken, ...more });
const poll = (deviceCode: string) =>
  oauth('token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: deviceCode });

const tokensOf = (responses: readonly RaceResponse[]) =>
  responses.flatMap(({ status, body }) => (status === 200 ? (TokenResponse.safeParse(body).data ?? []) : []));
const failuresOf = (responses: readonly RaceResponse[]) => responses.filter(({ status }) => status >= 500);

/** The number of terminal logins of a user. */
const countLogins = (userId: string) => replicas.api.db.session.count({ where: { userId, isTerminal: true } });

async function startDevice(): Promise<{ readonly deviceCode: string; readonly userCode: string }> {
  const [response] = await replicas.race([oauth('device_authorization', {})]);
  const { device_code: deviceCode, user_code: userCode } = DeviceCode.parse(response?.body);
  return { deviceCode, userCode };
}

const decide = (decision: 'approve' | 'deny', userCode: string, credentials: Credentials): RaceRequest => ({
  method: 'POST',
  path: `/device-logins/${decision}`,
  credentials,
  body: decision === 'deny' ? { userCode } : { userCode, scopes: ['members:read'], workspaceIds: null },
});

it('20 processes that refresh one login at once get the same refresh token, and stay logged in', () =>
  repeatRounds(2, async () => {
    const user = await makeUser(replicas.api);
    const workspaces = await Promise.all([1, 2].map(() => makeWorkspace(replicas.api, user)));
    const { refreshToken } = await makeTerminalLogin(replicas.api, user);
    const { AUTH_API_URL: url } = replicas.api.services.settings;
    const resources = ['', ...workspaces.map(({ id }) => `${url}/workspaces/${id}`)];
    const requests = repeated(20, (index) => refresh(refreshToken, { resource: resources[index % 3] ?? '' }));
    const tokens = tokensOf(await replicas.race(requests));
    expect([tokens.length, new Set(tokens.map((each) => each.refresh_token)).size]).toEqual([20, 1]);
    expect(await countLogins(user.id)).toBe(1);
  }));

it('a device that is approved and refused at once is either, and makes at most one login', () =>
  repeatRounds(3, async () => {
    const user = await makeUser(replicas.api);
    const browser = await logIn(replicas.api, user);
    const { deviceCode, userCode } = await startDevice();
    const responses = await replicas.race(
      shuffled(
        [decide('approve', userCode, browser)],
        [decide('deny', userCode, browser)],
        repeated(10, poll(deviceCode)),
      ),
    );
    expect(failuresOf(responses)).toEqual([]);
    const decisions = responses.filter(({ request }) => request.path.startsWith('/device-logins/'));
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
    const isApproved = decisions.some(({ request, status }) => request.path.endsWith('/approve') && status === 200);
    const later = tokensOf([...responses, ...(await replicas.race([poll(deviceCode)]))]);
    expect([later.length > 0, await countLogins(user.id)]).toEqual([isApproved, isApproved ? 1 : 0]);
  }));

it.each(['all other sessions ended', 'the membership ended', 'the account locked'] as const)(
  'nothing that a terminal got works after its end, however many requests it sends meanwhile: %s',
  (kind) =>
    repeatRounds(2, async () => {
      const { api } = replicas;
      const [owner, user] = [await makeUser(api), await makeUser(api)];
      const workspace = await makeWorkspace(api, owner);
      await addMember(api, workspace, user, 'EDITOR');
      const [browser, asOwner] = [await logIn(api, user), await logIn(api, owner)];
      const { refreshToken } = await makeTerminalLogin(api, user);
      const resource = `${api.services.settings.AUTH_API_URL}/workspaces/${workspace.id}`;
      const ending: RaceRequest | null = {
        'all other sessions ended': { method: 'DELETE', path: `/users/${user.id}/sessions`, credentials: browser },
        'the membership ended': {
          method: 'DELETE',
          path: `/workspace/${workspace.id}/members`,
          credentials: asOwner,
          body: { email: user.email },
        },
        'the account locked': null,
      }[kind];
      const requests = repeated(20, refresh(refreshToken, { resource }));
      const race = replicas.race([...requests, ...(ending ? [{ ...ending, after: 5 }] : [])]);
      if (!ending) await api.db.user.update({ where: { id: user.id }, data: { suspendedAt: new Date() } });
      const responses = await race;
      expect(failuresOf(responses)).toEqual([]);
      const tokens = tokensOf(responses);
      const later = await replicas.race(
        tokens.flatMap(({ access_token: token, refresh_token: next }): RaceRequest[] => [
          { method: 'GET', path: `/workspace/${workspace.id}/members`, credentials: { token } },
          refresh(next, { resource }),
        ]),
      );
      expect(later.filter(({ status }) => status < 400)).toEqual([]);
    }),
);

it('an approval ends with the session that gave it, or makes a login before', () =>
  repeatRounds(3, async () => {
    const user = await makeUser(replicas.api);
    const [browser, other] = [await logIn(replicas.api, user), await logIn(replicas.api, user)];
    const { deviceCode, userCode } = await startDevice();
    await replicas.race([decide('approve', userCode, browser)]);
    const { id } = await sessionOf(replicas.api, browser);
    const end: RaceRequest = { method: 'DELETE', path: `/users/${user.id}/sessions/${id}`, credentials: other };
    const responses = await replicas.race([...repeated(8, poll(deviceCode)), { ...end, after: 1 }]);
    expect(failuresOf(responses)).toEqual([]);
    const hasTokens = tokensOf(responses).length > 0;
    expect(await countLogins(user.id)).toBe(hasTokens ? 1 : 0);
    // The request ended with the session, so the device gets no second response.
    expect(tokensOf(await replicas.race([poll(deviceCode)]))).toEqual([]);
  }));
