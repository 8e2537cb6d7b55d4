import { AuditPage, QuarantinedUsers, SignUps, SuspendedUsers, WorkspaceAuditPage, calls } from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { makeStaff } from './support/staff.ts';

let api: TestApi;
let staff: Proof;
let owner: Proof;
let workspaceId: string;
const people: string[] = [];
const entries: string[] = [];

beforeAll(async () => {
  api = await startApi();
  staff = (await makeStaff(api)).proof;
  const user = await makeUser(api);
  owner = await logIn(api, user);
  workspaceId = (await makeWorkspace(api, user)).id;
  for (let day = 1; day <= 5; day++) {
    const at = new Date(Date.UTC(2020, 4, day));
    const { id } = await makeUser(api, { signedUpAt: at, quarantineBeganAt: at, suspensionBeganAt: at });
    people.push(id);
    const entry = { action: 'updateWorkspace', credential: 'session', requestId: 'earlier', actorUserId: user.id };
    entries.push(ulid(at.getTime()));
    await api.db.auditEntry.create({ data: { ...entry, id: entries.at(-1) ?? '', occurredAt: at, workspaceId } });
  }
});
afterAll(() => api.close());

const days = 'startDate=2020-05-01&endDate=2020-05-31';
const usersOf = (rows: readonly { userId: string }[]) => rows.map(({ userId }) => userId);
const entriesOf = (page: { entries: readonly { id: string }[] }) => page.entries.map(({ id }) => id);
const newestFirst = (ids: readonly string[]) => ids.toReversed();

interface List {
  readonly path: () => string;
  readonly proof: () => Proof;
  readonly idsIn: (body: unknown) => string[];
  readonly all: () => readonly string[];
}

/** Each with five rows. */
const lists: Readonly<Record<string, List>> = {
  reportSignups: {
    path: () => `/users/report?${days}&`,
    proof: () => staff,
    idsIn: (body) => usersOf(SignUps.parse(body)),
    all: () => people,
  },
  listQuarantinedUsers: {
    path: () => '/users/quarantined?',
    proof: () => staff,
    idsIn: (body) => usersOf(QuarantinedUsers.parse(body)),
    all: () => newestFirst(people),
  },
  listSuspendedUsers: {
    path: () => '/users/suspended?',
    proof: () => staff,
    idsIn: (body) => usersOf(SuspendedUsers.parse(body)),
    all: () => newestFirst(people),
  },
  listAuditEntries: {
    path: () => `/audit?workspaceId=${workspaceId}&`,
    proof: () => staff,
    idsIn: (body) => entriesOf(AuditPage.parse(body)),
    all: () => newestFirst(entries),
  },
  listWorkspaceAuditEntries: {
    path: () => `/workspaces/${workspaceId}/audit?`,
    proof: () => owner,
    idsIn: (body) => entriesOf(WorkspaceAuditPage.parse(body)),
    all: () => newestFirst(entries),
  },
};

/** Where a page says that the list goes on, without where the API is. */
function nextOf(link: string | undefined): string | null {
  const [, path] = /^<http:\/\/localhost:9001(\/[^>]+)>; rel="next"$/.exec(link ?? '') ?? [];
  if (link !== undefined && path === undefined) throw new Error(`${link} leads nowhere.`);
  return path ?? null;
}

it('every list in pages is tried', () => {
  const paged = Object.entries(calls).filter(([, { paged }]) => paged);
  expect(Object.keys(lists).sort()).toEqual(paged.map(([name]) => name).sort());
});

describe.each(Object.entries(lists))('%s', (_name, { path, proof, idsIn, all }) => {
  it.each([1, 2, 3, 5, 6])('is whole for who follows its links, by pages of %d', async (limit) => {
    const read: string[] = [];
    let pages = 0;
    for (let next: string | null = `${path()}limit=${limit}`; next !== null; pages++) {
      const response = await api.send('GET', next, proof());
      read.push(...idsIn(response.body));
      next = nextOf(response.get('Link'));
    }
    expect([read, pages]).toEqual([all(), Math.ceil(5 / limit)]);
  });
});

it('the portal’s pages may read the link', async () => {
  const response = await api.send('GET', '/health/live');
  expect(response.get('Access-Control-Expose-Headers')).toContain('Link');
});
