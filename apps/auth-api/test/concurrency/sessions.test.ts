/** @takes 60 s */
import { AuthConnect } from '@portal/contract';
import { addMember, logIn, makeUser, makeWorkspace, sessionOf } from '../support/builders.ts';
import type { Credentials } from '../support/api.ts';
import { outcomeOf, repeated, repeatRounds, shuffled, type RaceRequest, type Replicas } from '../support/replicas.ts';
import { setUpRaces } from '../support/set-up-races.ts';

let replicas: Replicas;
setUpRaces((started) => (replicas = started));

async function makeMember() {
  const { api } = replicas;
  const [owner, user] = [await makeUser(api), await makeUser(api)];
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, user, 'EDITOR');
  const [here, there] = [await logIn(api, user), await logIn(api, user)];
  const ids = { here: (await sessionOf(api, here)).id, there: (await sessionOf(api, there)).id };
  return { user, workspace, here, there, ids };
}

const launch = (workspaceId: string, credentials: Credentials): RaceRequest => ({
  method: 'GET',
  path: `/workspaces/${workspaceId}/go`,
  credentials,
});
const redemption = (code: string): RaceRequest => ({ method: 'POST', path: '/complete-auth-connect', body: { code } });
const reconnection = (token: string): RaceRequest => ({
  method: 'GET',
  path: '/auth-reconnect',
  credentials: { token },
});
const logout = (credentials: Credentials): RaceRequest => ({ method: 'GET', path: '/auth/logout', credentials });

describe('the end of a session while its instances are entered', () => {
  it.each(['a logout', 'one session ended', 'all others ended', 'the row deleted'] as const)(
    'leaves no token and no code that works: %s',
    (kind) =>
      repeatRounds(2, async () => {
        const { user, workspace, here, there, ids } = await makeMember();
        const codeOf = ({ location }: { location: string | null }) =>
          location === null ? [] : [new URL(location).searchParams.get('code') ?? ''];
        const codes = (await replicas.race(repeated(30, launch(workspace.id, there)))).flatMap(codeOf);
        const [first = '', ...others] = codes;
        const [entered] = await replicas.race([redemption(first)]);
        const { token } = AuthConnect.parse(entered?.body);
        const ending: RaceRequest = {
          'a logout': logout(there),
          'one session ended': { method: 'DELETE', path: `/users/${user.id}/sessions/${ids.there}`, credentials: here },
          'all others ended': { method: 'DELETE', path: `/users/${user.id}/sessions`, credentials: here },
          'the row deleted': launch(workspace.id, here),
        }[kind];
        const requests = shuffled(
          others.map(redemption),
          repeated(20, launch(workspace.id, there)),
          repeated(20, reconnection(token)),
        );
        const race = replicas.race([...requests, { ...ending, after: 15 }]);
        if (kind === 'the row deleted') await replicas.api.asOwner(`DELETE FROM sessions WHERE id = '${ids.there}'`);
        const responses = await race;
        expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
        const tokens = [token, ...responses.flatMap(({ body }) => (body as { token?: string } | null)?.token ?? [])];
        const after = await replicas.race([...tokens.map(reconnection), ...responses.flatMap(codeOf).map(redemption)]);
        const accepted = after.filter((response) => outcomeOf(response) === 'ok');
        expect(accepted.filter(({ request }) => request.path === '/auth-reconnect')).toEqual([]);
        expect(await replicas.api.db.instanceToken.count({ where: { sessionId: ids.there } })).toBe(0);
        expect(await replicas.api.db.connectCode.count({ where: { sessionId: ids.there } })).toBe(0);
      }),
  );
});

describe('two sessions that end each other', () => {
  it('leave one of them', () =>
    repeatRounds(4, async () => {
      const { user, here, there } = await makeMember();
      const endOthers = (credentials: Credentials): RaceRequest => ({
        method: 'DELETE',
        path: `/users/${user.id}/sessions`,
        credentials,
      });
      const responses = await replicas.race(shuffled(repeated(5, endOthers(here)), repeated(5, endOthers(there))));
      expect(responses.filter((response) => !['ok', 'NotSignedIn'].includes(outcomeOf(response)))).toEqual([]);
      expect(await replicas.api.db.session.count({ where: { userId: user.id } })).toBe(1);
    }));
});

describe('a lock of the account during ends and logins of its sessions', () => {
  it('ends every session once, without a deadlock', () =>
    repeatRounds(3, async () => {
      const { api } = replicas;
      const { user, workspace, here, there, ids } = await makeMember();
      const staff = await makeUser(api, {
        auth0Id: `waad|${user.id}`,
        email: `${user.id.toLowerCase()}@systeminit.com`,
      });
      const staffCredentials = await logIn(api, staff);
      const responses = await replicas.race(
        shuffled(
          repeated(10, launch(workspace.id, there)),
          repeated(5, { method: 'DELETE', path: `/users/${user.id}/sessions/${ids.there}`, credentials: here }),
          repeated(3, logout(there)),
          repeated(3, {
            method: 'POST',
            path: `/staff/users/${user.id}/end-sessions`,
            credentials: staffCredentials,
            body: { reason: 'Race' },
          }),
          [
            {
              method: 'PATCH',
              path: `/users/${user.id}/suspend`,
              credentials: staffCredentials,
              body: { isSuspended: true },
            },
          ],
        ),
      );
      expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
      expect(await api.db.session.count({ where: { userId: user.id } })).toBe(0);
      expect(await api.db.connectCode.count({ where: { userId: user.id } })).toBe(0);
    }));
});
