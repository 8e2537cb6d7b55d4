import { AuthTokens, Members, ProblemBody, Workspaces, placeCursorOf } from '@portal/contract';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { addMember, logIn, makeApiToken, makeUser, makeWorkspace } from './support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function person(more: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(api, more);
  return { user, proof: await logIn(api, user) };
}

/** A page by its address, and the address of the next one. */
async function pageAt(path: string, proof: Proof) {
  const response = await api.send('GET', path, proof);
  expect(response.status).toBe(200);
  const next = /<http:\/\/localhost:9001(\/[^>]+)>/.exec(response.get('Link') ?? '')?.[1] ?? null;
  return { body: response.body as unknown, next };
}

const withoutRules = 'SET session_replication_role = replica;';

const namesIn = (body: unknown) => Workspaces.parse(body).map(({ displayName }) => displayName);
const namesOf = async (proof: Proof, query = '') => namesIn((await pageAt(`/workspaces${query}`, proof)).body);

/** Reads a list of workspaces page by page, and does something between its pages. */
async function walk(proof: Proof, between: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const names: string[] = [];
  let next: string | null = '/workspaces?limit=2';
  for (let turn = 0; next !== null; turn++) {
    const page: { body: unknown; next: string | null } = await pageAt(next, proof);
    names.push(...namesIn(page.body));
    next = page.next;
    await between[turn]?.();
  }
  return names;
}

async function owned(names: readonly string[]) {
  const owner = await person();
  const byName = new Map<string, string>();
  for (const displayName of names) {
    const { id } = await makeWorkspace(api, owner.user, { displayName });
    byName.set(displayName, id);
  }
  return { ...owner, idOf: (name: string) => byName.get(name) ?? '' };
}

describe('pages of one’s own workspaces', () => {
  it('are the whole list where nobody asks for a page', async () => {
    const { proof } = await owned(['b', 'a', 'c']);
    const { body, next } = await pageAt('/workspaces', proof);
    expect([namesIn(body), next]).toEqual([['a', 'b', 'c'], null]);
    expect(await namesOf(proof, '?limit=3')).toEqual(['a', 'b', 'c']);
  });

  it('[issue.8.3] have no gaps and no doubles while rows come and go', async () => {
    const { user, proof, idOf } = await owned(['b', 'd', 'f', 'h', 'j', 'l']);
    const names = await walk(proof, [
      // The very row that the page ended with goes, and one comes before it.
      async () => {
        expect((await api.send('DELETE', `/workspaces/${idOf('d')}`, proof).send({})).status).toBe(200);
        await makeWorkspace(api, user, { displayName: 'a' });
      },
      async () => {
        await api.asOwner(`${withoutRules} DELETE FROM memberships WHERE workspace_id = '${idOf('h')}'`);
        await makeWorkspace(api, user, { displayName: 'k' });
      },
    ]);
    expect(names).toEqual(['b', 'd', 'f', 'h', 'j', 'k', 'l']);
  });

  it('go on in one’s own list, whoever’s place they are asked to go on after', async () => {
    const [one, other] = [await owned(['a', 'c', 'e']), await owned(['b', 'd'])];
    const { next } = await pageAt('/workspaces?limit=2', one.proof);
    expect(namesIn((await pageAt(next ?? '', other.proof)).body)).toEqual(['d']);
  });

  it('are 50 where only a place is named', async () => {
    const { proof } = await owned(Array.from({ length: 52 }, (_, n) => `n${n + 10}`));
    const after = encodeURIComponent(placeCursorOf({ rank: 0, order: '', id: '0'.repeat(26) }));
    expect(await namesOf(proof, `?after=${after}`)).toHaveLength(50);
  });

  it('follow a new name, whichever letters it has', async () => {
    const { proof, idOf } = await owned(['a', 'b', 'c']);
    const renamed = await api.send('PATCH', `/workspaces/${idOf('a')}`, proof).send({ displayName: 'Émile' });
    expect(renamed.status).toBe(200);
    await api.send('PATCH', `/workspaces/${idOf('c')}/favourite`, proof).send({ isFavourite: true });
    expect(await namesOf(proof, '?limit=9')).toEqual(['c', 'b', 'Émile']);
  });

  it('are in order from the first moment also where an invited person came', async () => {
    const { user, idOf } = await owned(['m', 'n']);
    const guest = await person();
    for (const name of ['n', 'm']) await addMember(api, { ...(await workspace(idOf(name))) }, guest.user, 'EDITOR');
    expect(await namesOf(guest.proof, '?limit=9')).toEqual(['m', 'n']);
    expect(user.id).not.toBe(guest.user.id);
  });
});

const workspace = (id: string) => api.db.workspace.findUniqueOrThrow({ where: { id } });

it('members follow a new address', async () => {
  const { proof, idOf } = await owned(['w']);
  const [one, other] = [await person({ email: 'a@follow.example' }), await person({ email: 'b@follow.example' })];
  for (const { user } of [one, other]) await addMember(api, await workspace(idOf('w')), user, 'EDITOR');
  await api.db.user.update({ where: { id: one.user.id }, data: { email: 'c@follow.example' } });
  const { body } = await pageAt(`/workspace/${idOf('w')}/members?limit=9`, proof);
  const emails = Members.parse(body).map(({ email }) => email);
  expect(emails.slice(1)).toEqual(['b@follow.example', 'c@follow.example']);
});

it('a page of API tokens tells how long one can live, as the whole list does', async () => {
  const { user, proof, idOf } = await owned(['w']);
  const ids = [];
  for (let n = 0; n < 3; n++) ids.unshift((await makeApiToken(api, await workspace(idOf('w')), user)).id);
  const path = `/workspaces/${idOf('w')}/authTokens`;
  const [whole, part] = [await pageAt(path, proof), await pageAt(`${path}?limit=2`, proof)];
  const [all, some] = [AuthTokens.parse(whole.body), AuthTokens.parse(part.body)];
  expect(all.authTokens.map(({ id }) => id)).toEqual(ids);
  expect(some).toEqual({ ...all, authTokens: all.authTokens.slice(0, 2) });
});

const badPlaces = ['', 'x', '0_x_a', `_${'0'.repeat(26)}_`, `10_${'0'.repeat(26)}_a`, `0_${'0'.repeat(26)}_a%00b`];
it.each([...badPlaces.map((after) => `after=${after}`), 'limit=0', 'limit=501', 'limit=1.5', 'limit=x'])(
  'a page can’t be asked for by %s',
  async (query) => {
    const { proof, idOf } = await owned(['w']);
    for (const path of ['/workspaces', `/workspace/${idOf('w')}/members`, `/workspaces/${idOf('w')}/authTokens`]) {
      const response = await api.send('GET', `${path}?${query}`, proof);
      expect([response.status, ProblemBody.parse(response.body).error.type]).toEqual([400, 'InvalidInput']);
    }
  },
);
