import { AuthTokens, Members, ErrorBody, Workspaces, formatSortCursor } from '@portal/contract';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { addMember, logIn, makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function makeLoggedInUser(overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(api, overrides);
  return { user, credentials: await logIn(api, user) };
}

/** Reads a page, and the path of the next one from its Link header. */
async function readPage(path: string, credentials: Credentials) {
  const response = await api.send('GET', path, credentials);
  expect(response.status).toBe(200);
  const next = /<http:\/\/localhost:9001(\/[^>]+)>/.exec(response.get('Link') ?? '')?.[1] ?? null;
  return { body: response.body as unknown, next };
}

const withoutTriggers = 'SET session_replication_role = replica;';

const namesIn = (body: unknown) => Workspaces.parse(body).map(({ displayName }) => displayName);
const namesOf = async (credentials: Credentials, query = '') =>
  namesIn((await readPage(`/workspaces${query}`, credentials)).body);

/** Reads all pages of the workspace list, with a change after each page. */
async function readAllPages(credentials: Credentials, changes: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const names: string[] = [];
  let next: string | null = '/workspaces?limit=2';
  for (let pageIndex = 0; next !== null; pageIndex++) {
    const page: { body: unknown; next: string | null } = await readPage(next, credentials);
    names.push(...namesIn(page.body));
    next = page.next;
    await changes[pageIndex]?.();
  }
  return names;
}

async function makeOwner(names: readonly string[]) {
  const owner = await makeLoggedInUser();
  const byName = new Map<string, string>();
  for (const displayName of names) {
    const { id } = await makeWorkspace(api, owner.user, { displayName });
    byName.set(displayName, id);
  }
  return { ...owner, idOf: (name: string) => byName.get(name) ?? '' };
}

describe('pages of the user’s workspaces', () => {
  it('are not used by default: the response is the whole list', async () => {
    const { credentials } = await makeOwner(['b', 'a', 'c']);
    const { body, next } = await readPage('/workspaces', credentials);
    expect([namesIn(body), next]).toEqual([['a', 'b', 'c'], null]);
    expect(await namesOf(credentials, '?limit=3')).toEqual(['a', 'b', 'c']);
  });

  it('[issue.8.3] have no gaps or duplicates while rows are added and deleted', async () => {
    const { user, credentials, idOf } = await makeOwner(['b', 'd', 'f', 'h', 'j', 'l']);
    const names = await readAllPages(credentials, [
      // Deletes the last row of the page, and adds a row before it.
      async () => {
        expect((await api.send('DELETE', `/workspaces/${idOf('d')}`, credentials).send({})).status).toBe(200);
        await makeWorkspace(api, user, { displayName: 'a' });
      },
      async () => {
        await api.asOwner(`${withoutTriggers} DELETE FROM memberships WHERE workspace_id = '${idOf('h')}'`);
        await makeWorkspace(api, user, { displayName: 'k' });
      },
    ]);
    expect(names).toEqual(['b', 'd', 'f', 'h', 'j', 'k', 'l']);
  });

  it('continue in the user’s own list, even after a cursor of another user', async () => {
    const [one, other] = [await makeOwner(['a', 'c', 'e']), await makeOwner(['b', 'd'])];
    const { next } = await readPage('/workspaces?limit=2', one.credentials);
    expect(namesIn((await readPage(next ?? '', other.credentials)).body)).toEqual(['d']);
  });

  it('have 50 rows if only a cursor is given', async () => {
    const { credentials } = await makeOwner(Array.from({ length: 52 }, (_, n) => `n${n + 10}`));
    const after = encodeURIComponent(formatSortCursor({ rank: 0, sortKey: '', id: '0'.repeat(26) }));
    expect(await namesOf(credentials, `?after=${after}`)).toHaveLength(50);
  });

  it('are sorted by the new name after a rename, with any letters', async () => {
    const { credentials, idOf } = await makeOwner(['a', 'b', 'c']);
    const renamed = await api.send('PATCH', `/workspaces/${idOf('a')}`, credentials).send({ displayName: 'Émile' });
    expect(renamed.status).toBe(200);
    await api.send('PATCH', `/workspaces/${idOf('c')}/favourite`, credentials).send({ isFavourite: true });
    expect(await namesOf(credentials, '?limit=9')).toEqual(['c', 'b', 'Émile']);
  });

  it('are sorted at once for a user who was just invited', async () => {
    const { user, idOf } = await makeOwner(['m', 'n']);
    const guest = await makeLoggedInUser();
    for (const name of ['n', 'm']) await addMember(api, { ...(await workspace(idOf(name))) }, guest.user, 'EDITOR');
    expect(await namesOf(guest.credentials, '?limit=9')).toEqual(['m', 'n']);
    expect(user.id).not.toBe(guest.user.id);
  });
});

const workspace = (id: string) => api.db.workspace.findUniqueOrThrow({ where: { id } });

it('members are sorted by their new email after a change', async () => {
  const { credentials, idOf } = await makeOwner(['w']);
  const [one, other] = [
    await makeLoggedInUser({ email: 'a@follow.example' }),
    await makeLoggedInUser({ email: 'b@follow.example' }),
  ];
  for (const { user } of [one, other]) await addMember(api, await workspace(idOf('w')), user, 'EDITOR');
  await api.db.user.update({ where: { id: one.user.id }, data: { email: 'c@follow.example' } });
  const { body } = await readPage(`/workspace/${idOf('w')}/members?limit=9`, credentials);
  const emails = Members.parse(body).map(({ email }) => email);
  expect(emails.slice(1)).toEqual(['b@follow.example', 'c@follow.example']);
});

it('a page of API tokens contains the maximum lifetime, like the whole list', async () => {
  const { user, credentials, idOf } = await makeOwner(['w']);
  const ids = [];
  for (let n = 0; n < 3; n++) ids.unshift((await makeApiToken(api, await workspace(idOf('w')), user)).id);
  const path = `/workspaces/${idOf('w')}/authTokens`;
  const [list, page] = [await readPage(path, credentials), await readPage(`${path}?limit=2`, credentials)];
  const [wholeList, firstPage] = [AuthTokens.parse(list.body), AuthTokens.parse(page.body)];
  expect(wholeList.authTokens.map(({ id }) => id)).toEqual(ids);
  expect(firstPage).toEqual({ ...wholeList, authTokens: wholeList.authTokens.slice(0, 2) });
});

const invalidCursors = ['', 'x', '0_x_a', `_${'0'.repeat(26)}_`, `10_${'0'.repeat(26)}_a`, `0_${'0'.repeat(26)}_a%00b`];
it.each([...invalidCursors.map((after) => `after=${after}`), 'limit=0', 'limit=501', 'limit=1.5', 'limit=x'])(
  'a page request with %s is rejected',
  async (query) => {
    const { credentials, idOf } = await makeOwner(['w']);
    for (const path of ['/workspaces', `/workspace/${idOf('w')}/members`, `/workspaces/${idOf('w')}/authTokens`]) {
      const response = await api.send('GET', `${path}?${query}`, credentials);
      expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([400, 'InvalidInput']);
    }
  },
);
