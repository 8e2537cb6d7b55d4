import { createHash } from 'node:crypto';
import {
  AuditPage,
  AuthTokens,
  AuthTokensForStaff,
  FoundUsers,
  FoundWorkspaces,
  Members,
  MembersForStaff,
  QuarantinedUsers,
  SessionsForStaff,
  SignUps,
  SuspendedUsers,
  WorkspaceAuditPage,
  Workspaces,
  WorkspacesOfUser,
  calls,
  cursorOf,
} from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { addMember, logIn, makeApiToken, makeUser, makeWorkspace } from './support/builders.ts';
import { makeStaff } from './support/staff.ts';

let api: TestApi;
let staff: Proof;
let owner: Proof;
let ownerId: string;
let workspaceId: string;
const people: string[] = [];
const entries: string[] = [];
const workspaces: string[] = [];
const authTokens: string[] = [];
const sessions: string[] = [];
const begin = Date.now();
const members: string[] = [];
let collector: Proof;
const collected: string[] = [];

/** As they stand in the list. */
const collection = [
  { displayName: 'Zeta', instanceEnvType: 'SI', isDefault: true },
  { displayName: 'Yotta', instanceEnvType: 'LOCAL', isFavourite: true },
  { displayName: 'early', instanceEnvType: 'SI' },
  { displayName: 'Éclair', instanceEnvType: 'SI' },
  { displayName: 'Beta', instanceEnvType: 'PRIVATE' },
] as const;

beforeAll(async () => {
  api = await startApi();
  staff = (await makeStaff(api)).proof;
  const user = await makeUser(api);
  owner = await logIn(api, user);
  ownerId = user.id;
  for (let day = 1; day <= 5; day++) {
    const at = new Date(Date.UTC(2020, 4, day));
    const nickname = day % 2 ? 'Findling' : 'Afindling';
    const person = await makeUser(api, { signedUpAt: at, quarantineBeganAt: at, suspensionBeganAt: at, nickname });
    people.push(person.id);
    const workspace = await makeWorkspace(api, user, { displayName: 'Paged', deletedAt: day === 4 ? at : null });
    workspaceId = day === 1 ? workspace.id : workspaceId;
    workspaces.push(workspace.id);
    const first = await api.db.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
    members.push(day === 5 ? ownerId : person.id);
    if (day < 5) await addMember(api, first, person, 'EDITOR');
    authTokens.push((await makeApiToken(api, first, user)).id);
    // Some of them began at the very same moment.
    const createdAt = new Date(begin + (day % 2));
    const session = {
      idHash: `hash-${day}`,
      userId: people[0] ?? '',
      createdAt,
      expiresAt: new Date(begin + 3_600_000),
    };
    await api.db.session.create({ data: session });
    const key = createHash('sha256').update(session.idHash).digest('hex').slice(0, 26).toUpperCase();
    sessions.push(cursorOf(createdAt.toISOString(), key));
    const entry = { action: 'updateWorkspace', credential: 'session', requestId: 'earlier', actorUserId: user.id };
    entries.push(ulid(at.getTime()));
    await api.db.auditEntry.create({ data: { ...entry, id: entries.at(-1) ?? '', occurredAt: at, workspaceId } });
  }
  const person = await makeUser(api);
  collector = await logIn(api, person);
  for (const { displayName, instanceEnvType, ...marks } of collection.toReversed()) {
    const { id } = await makeWorkspace(api, person, { displayName, instanceEnvType });
    await api.db.membership.updateMany({ where: { workspaceId: id }, data: marks });
    collected.unshift(id);
  }
});
afterAll(() => api.close());

const days = 'startDate=2020-05-01&endDate=2020-05-31';
const page = (id: string, list: string) => `/staff/${id}/${list}?`;
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
  searchUsers: {
    path: () => '/staff/users?query=findling&',
    proof: () => staff,
    idsIn: (body) => usersOf(FoundUsers.parse(body).users),
    all: () => [4, 2, 0, 3, 1].map((day) => people[day] ?? ''),
  },
  searchWorkspaces: {
    path: () => '/staff/workspaces?query=paged&',
    proof: () => staff,
    idsIn: (body) => FoundWorkspaces.parse(body).workspaces.map(({ workspaceId: id }) => id),
    all: () => newestFirst(workspaces),
  },
  listWorkspacesOfUser: {
    path: () => page(`users/${ownerId}`, 'workspaces'),
    proof: () => staff,
    idsIn: (body) => WorkspacesOfUser.parse(body).workspaces.map(({ workspaceId: id }) => id),
    all: () => [4, 2, 1, 0, 3].map((day) => workspaces[day] ?? ''),
  },
  listAuthTokensOfUser: {
    path: () => page(`users/${ownerId}`, 'authTokens'),
    proof: () => staff,
    idsIn: (body) => AuthTokensForStaff.parse(body).authTokens.map(({ id }) => id),
    all: () => newestFirst(authTokens),
  },
  listSessionsOfUser: {
    path: () => page(`users/${people[0] ?? ''}`, 'sessions'),
    proof: () => staff,
    idsIn: (body) => SessionsForStaff.parse(body).sessions.map(({ beganAt, key }) => cursorOf(beganAt, key)),
    all: () => sessions.toSorted().reverse(),
  },
  listAuditEntriesOfUser: {
    path: () => page(`users/${ownerId}`, 'audit'),
    proof: () => staff,
    idsIn: (body) => entriesOf(AuditPage.parse(body)),
    all: () => newestFirst(entries),
  },
  listMembersForStaff: {
    path: () => page(`workspaces/${workspaceId}`, 'members'),
    proof: () => staff,
    idsIn: (body) => usersOf(MembersForStaff.parse(body).members),
    all: () => newestFirst(members),
  },
  listAuthTokensForStaff: {
    path: () => page(`workspaces/${workspaceId}`, 'authTokens'),
    proof: () => staff,
    idsIn: (body) => AuthTokensForStaff.parse(body).authTokens.map(({ id }) => id),
    all: () => newestFirst(authTokens),
  },
  listWorkspaces: {
    path: () => '/workspaces?',
    proof: () => collector,
    idsIn: (body) => Workspaces.parse(body).map(({ id }) => id),
    all: () => collected,
  },
  listMembers: {
    path: () => `/workspace/${workspaceId}/members?`,
    proof: () => owner,
    idsIn: (body) => usersOf(Members.parse(body)),
    all: () => [ownerId, ...people.slice(0, 4)],
  },
  listAuthTokens: {
    path: () => `/workspaces/${workspaceId}/authTokens?`,
    proof: () => owner,
    idsIn: (body) => AuthTokens.parse(body).authTokens.map(({ id }) => id),
    all: () => newestFirst(authTokens),
  },
  listAuditEntries: {
    path: () => `/audit?workspaceId=${workspaceId}&action=updateWorkspace&`,
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
  // @covers 7.users.12
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
