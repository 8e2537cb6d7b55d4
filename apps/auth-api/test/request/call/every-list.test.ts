import {
  AuditPage,
  AuthTokens,
  AuthTokensForStaff,
  ServiceAccountsForStaff,
  UserSearchPage,
  UserSessions,
  WorkspaceSearchPage,
  Invitations,
  Invoices,
  Members,
  MembersForStaff,
  MyInvitations,
  QuarantinedUsers,
  QuarantinedWorkspaces,
  SessionsForStaff,
  SignUps,
  SuspendedUsers,
  WorkspaceAuditPage,
  Workspaces,
  WorkspacesOfUser,
  calls,
  formatTimeCursor,
  WebhookDeliveries,
} from '@portal/contract';
import { ulid } from 'ulid';
import type { Session } from '../../../src/generated/prisma/client.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeServiceAccount,
  makeInvitation,
  makeStaff,
  makeUser,
  makeWebhook,
  makeWorkspace,
} from '../../support/builders.ts';
import { anInvoice } from '../../support/invoices.ts';

let api: TestApi;
let staff: Credentials;
let owner: Credentials;
let ownerId: string;
let workspaceId: string;
const userIds: string[] = [];
const auditEntryIds: string[] = [];
const workspaceIds: string[] = [];
const authTokenIds: string[] = [];
const serviceAccountIds: string[] = [];
const sessionCursors: string[] = [];
let collectorId = '';
const collectorSessionCursors: string[] = [];
const cursorOf = ({ createdAt, id }: Session) => formatTimeCursor(createdAt.toISOString(), id);
const startTime = Date.now();
const quarantinedWorkspaceIds: string[] = [];
const memberIds: string[] = [];
let collector: Credentials;
const collectedIds: string[] = [];
const invoiceIds: string[] = [];
let webhookId: string;
const invitationIds: string[] = [];
const myInvitationIds: string[] = [];

/** In the order of the list. */
const collection = [
  { displayName: 'Zeta', instanceEnvType: 'SI', isDefault: true },
  { displayName: 'Yotta', instanceEnvType: 'LOCAL', isFavourite: true },
  { displayName: 'early', instanceEnvType: 'SI' },
  { displayName: 'Éclair', instanceEnvType: 'SI' },
  { displayName: 'Beta', instanceEnvType: 'PRIVATE' },
] as const;

beforeAll(async () => {
  api = await startApi();
  staff = (await makeStaff(api)).credentials;
  const user = await makeUser(api);
  owner = await logIn(api, user);
  ownerId = user.id;
  for (let day = 1; day <= 5; day++) {
    const at = new Date(Date.UTC(2020, 4, day));
    const nickname = day % 2 ? 'Findling' : 'Afindling';
    const member = await makeUser(api, { signedUpAt: at, quarantinedAt: at, suspendedAt: at, nickname });
    userIds.push(member.id);
    const workspace = await makeWorkspace(api, user, { displayName: 'Paged', deletedAt: day === 4 ? at : null });
    workspaceId = day === 1 ? workspace.id : workspaceId;
    workspaceIds.push(workspace.id);
    const first = await api.db.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
    memberIds.push(day === 5 ? ownerId : member.id);
    if (day < 5) await addMember(api, first, member, 'EDITOR');
    serviceAccountIds.push((await makeServiceAccount(api, first)).id);
    authTokenIds.push((await makeApiToken(api, first, user)).id);
    // Expired, so that the list of members does not have them.
    invitationIds.push((await makeInvitation(api, first, { expiresAt: at, declinedAt: day === 3 ? at : null })).id);
    // Some of them start at the same time.
    const createdAt = new Date(startTime + (day % 2));
    const session = {
      id: ulid(),
      idHash: `hash-${day}`,
      userId: userIds[0] ?? '',
      createdAt,
      expiresAt: new Date(startTime + 3_600_000),
    };
    sessionCursors.push(cursorOf(await api.db.session.create({ data: session })));
    const entry = { action: 'updateWorkspace', credential: 'session', requestId: 'earlier', actorUserId: user.id };
    auditEntryIds.push(ulid(at.getTime()));
    await api.db.auditEntry.create({ data: { ...entry, id: auditEntryIds.at(-1) ?? '', occurredAt: at, workspaceId } });
  }
  const member = await makeUser(api);
  collector = await logIn(api, member);
  collectorId = member.id;
  for (let count = 1; count < 5; count++) await logIn(api, member);
  const sessions = await api.db.session.findMany({ where: { userId: member.id } });
  collectorSessionCursors.push(...sessions.map(cursorOf));
  for (const day of [1, 2, 3, 4, 5]) {
    const id = `in_${day}_${member.id}`;
    // Two at the same time.
    const createdAt = new Date(Date.UTC(2026, 0, Math.max(day, 2)));
    await api.db.invoice.create({ data: { ...anInvoice({ id, createdAt }), userId: member.id } });
    invoiceIds.push(id);
  }
  const first = await api.db.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  webhookId = (await makeWebhook(api, first)).id;
  for (const sequence of [1, 2, 3, 4, 5]) {
    const times = { firstAttemptAt: new Date(startTime), lastAttemptAt: new Date(startTime) };
    const delivery = { webhookId, sequence, entryId: ulid(), action: 'createWebhook', state: 'DELIVERED' } as const;
    await api.db.webhookDelivery.create({ data: { ...delivery, ...times, attempts: 1, status: 200, answer: '' } });
  }
  for (const { displayName, instanceEnvType, ...flags } of collection.toReversed()) {
    const { id } = await makeWorkspace(api, member, { displayName, instanceEnvType });
    await api.db.membership.updateMany({ where: { workspaceId: id }, data: flags });
    collectedIds.unshift(id);
    const inviting = await makeWorkspace(api, await makeUser(api));
    // Two at the same time.
    const quarantinedAt = new Date(Date.UTC(2026, 0, Math.max(quarantinedWorkspaceIds.length, 1)));
    quarantinedWorkspaceIds.push((await makeWorkspace(api, await makeUser(api), { quarantinedAt })).id);
    const invitation = await makeInvitation(api, inviting, { email: member.email });
    myInvitationIds.push(invitation.id);
  }
});
afterAll(() => api.close());

const period = 'startDate=2020-05-01&endDate=2020-05-31';
const staffPath = (id: string, list: string) => `/staff/${id}/${list}?`;
const usersOf = (rows: readonly { userId: string }[]) => rows.map(({ userId }) => userId);
const entriesOf = (page: { entries: readonly { id: string }[] }) => page.entries.map(({ id }) => id);
const newestFirst = (ids: readonly string[]) => ids.toReversed();

interface List {
  readonly path: () => string;
  readonly credentials: () => Credentials;
  readonly idsIn: (body: unknown) => string[];
  readonly all: () => readonly string[];
}

/** Each list has five rows. */
const lists: Readonly<Record<string, List>> = {
  reportSignups: {
    path: () => `/users/report?${period}&`,
    credentials: () => staff,
    idsIn: (body) => usersOf(SignUps.parse(body)),
    all: () => userIds,
  },
  listInvitations: {
    path: () => `/workspaces/${workspaceId}/invitations?`,
    credentials: () => owner,
    idsIn: (body) => Invitations.parse(body).map(({ id }) => id),
    all: () => newestFirst(invitationIds),
  },
  listMyInvitations: {
    path: () => '/invitations?',
    credentials: () => collector,
    idsIn: (body) => MyInvitations.parse(body).map(({ id }) => id),
    all: () => newestFirst(myInvitationIds),
  },
  listQuarantinedUsers: {
    path: () => '/users/quarantined?',
    credentials: () => staff,
    idsIn: (body) => usersOf(QuarantinedUsers.parse(body)),
    all: () => newestFirst(userIds),
  },
  listSuspendedUsers: {
    path: () => '/users/suspended?',
    credentials: () => staff,
    idsIn: (body) => usersOf(SuspendedUsers.parse(body)),
    all: () => newestFirst(userIds),
  },
  listQuarantinedWorkspaces: {
    path: () => '/staff/quarantinedWorkspaces?',
    credentials: () => staff,
    idsIn: (body) => QuarantinedWorkspaces.parse(body).workspaces.map(({ workspaceId: id }) => id),
    all: () => quarantinedWorkspaceIds.toReversed(),
  },
  searchUsers: {
    path: () => '/staff/users?query=findling&',
    credentials: () => staff,
    idsIn: (body) => usersOf(UserSearchPage.parse(body).users),
    all: () => [4, 2, 0, 3, 1].map((day) => userIds[day] ?? ''),
  },
  searchWorkspaces: {
    path: () => '/staff/workspaces?query=paged&',
    credentials: () => staff,
    idsIn: (body) => WorkspaceSearchPage.parse(body).workspaces.map(({ workspaceId: id }) => id),
    all: () => newestFirst(workspaceIds),
  },
  listWorkspacesOfUser: {
    path: () => staffPath(`users/${ownerId}`, 'workspaces'),
    credentials: () => staff,
    idsIn: (body) => WorkspacesOfUser.parse(body).workspaces.map(({ workspaceId: id }) => id),
    all: () => [4, 2, 1, 0, 3].map((day) => workspaceIds[day] ?? ''),
  },
  listAuthTokensOfUser: {
    path: () => staffPath(`users/${ownerId}`, 'authTokens'),
    credentials: () => staff,
    idsIn: (body) => AuthTokensForStaff.parse(body).authTokens.map(({ id }) => id),
    all: () => newestFirst(authTokenIds),
  },
  listSessionsOfUser: {
    path: () => staffPath(`users/${userIds[0] ?? ''}`, 'sessions'),
    credentials: () => staff,
    idsIn: (body) =>
      SessionsForStaff.parse(body).sessions.map((session) => formatTimeCursor(session.startedAt, session.key)),
    all: () => sessionCursors.toSorted().reverse(),
  },
  listSessions: {
    path: () => `/users/${collectorId}/sessions?`,
    credentials: () => collector,
    idsIn: (body) =>
      UserSessions.parse(body).sessions.map((session) => formatTimeCursor(session.createdAt, session.id)),
    all: () => collectorSessionCursors.toSorted().reverse(),
  },
  listInvoices: {
    path: () => `/users/${collectorId}/billing/invoices?`,
    credentials: () => collector,
    idsIn: (body) => Invoices.parse(body).invoices.map(({ id }) => id),
    all: () => invoiceIds.toReversed(),
  },
  listWebhookDeliveries: {
    path: () => `/workspaces/${workspaceId}/webhooks/${webhookId}/deliveries?`,
    credentials: () => owner,
    idsIn: (body) => WebhookDeliveries.parse(body).deliveries.map(({ sequence }) => String(sequence)),
    all: () => ['5', '4', '3', '2', '1'],
  },
  listAuditEntriesOfUser: {
    path: () => staffPath(`users/${ownerId}`, 'audit'),
    credentials: () => staff,
    idsIn: (body) => entriesOf(AuditPage.parse(body)),
    all: () => newestFirst(auditEntryIds),
  },
  listMembersForStaff: {
    path: () => staffPath(`workspaces/${workspaceId}`, 'members'),
    credentials: () => staff,
    idsIn: (body) => usersOf(MembersForStaff.parse(body).members),
    all: () => newestFirst(memberIds),
  },
  listAuthTokensForStaff: {
    path: () => staffPath(`workspaces/${workspaceId}`, 'authTokens'),
    credentials: () => staff,
    idsIn: (body) => AuthTokensForStaff.parse(body).authTokens.map(({ id }) => id),
    all: () => newestFirst(authTokenIds),
  },
  listServiceAccountsForStaff: {
    path: () => staffPath(`workspaces/${workspaceId}`, 'serviceAccounts'),
    credentials: () => staff,
    idsIn: (body) => ServiceAccountsForStaff.parse(body).serviceAccounts.map(({ id }) => id),
    all: () => newestFirst(serviceAccountIds),
  },
  listWorkspaces: {
    path: () => '/workspaces?',
    credentials: () => collector,
    idsIn: (body) => Workspaces.parse(body).map(({ id }) => id),
    all: () => collectedIds,
  },
  listMembers: {
    path: () => `/workspace/${workspaceId}/members?`,
    credentials: () => owner,
    idsIn: (body) => usersOf(Members.parse(body)),
    all: () => [ownerId, ...userIds.slice(0, 4)],
  },
  listAuthTokens: {
    path: () => `/workspaces/${workspaceId}/authTokens?`,
    credentials: () => owner,
    idsIn: (body) => AuthTokens.parse(body).authTokens.map(({ id }) => id),
    all: () => newestFirst(authTokenIds),
  },
  listAuditEntries: {
    path: () => `/audit?workspaceId=${workspaceId}&action=updateWorkspace&`,
    credentials: () => staff,
    idsIn: (body) => entriesOf(AuditPage.parse(body)),
    all: () => newestFirst(auditEntryIds),
  },
  listWorkspaceAuditEntries: {
    path: () => `/workspaces/${workspaceId}/audit?`,
    credentials: () => owner,
    idsIn: (body) => entriesOf(WorkspaceAuditPage.parse(body)),
    all: () => newestFirst(auditEntryIds),
  },
};

/** The path and query of the next page. */
function nextOf(link: string | undefined): string | null {
  const [, path] = /^<http:\/\/localhost:9001(\/[^>]+)>; rel="next"$/.exec(link ?? '') ?? [];
  if (link !== undefined && path === undefined) throw new Error(`${link} is not a link to the next page.`);
  return path ?? null;
}

it('every paginated list is tested', () => {
  const paged = Object.entries(calls).filter(([, { paginated: paged }]) => paged);
  expect(Object.keys(lists).sort()).toEqual(paged.map(([name]) => name).sort());
});

describe.each(Object.entries(lists))('%s', (_name, { path, credentials, idsIn, all }) => {
  // @covers 7.users.12
  it.each([1, 2, 3, 5, 6])('is complete for a client that follows its links, with %d rows per page', async (limit) => {
    const read: string[] = [];
    let pages = 0;
    for (let next: string | null = `${path()}limit=${limit}`; next !== null; pages++) {
      const response = await api.send('GET', next, credentials());
      read.push(...idsIn(response.body));
      next = nextOf(response.get('Link'));
    }
    expect([read, pages]).toEqual([all(), Math.ceil(5 / limit)]);
  });
});

it('the portal can read the Link header', async () => {
  const response = await api.send('GET', '/health/live');
  expect(response.get('Access-Control-Expose-Headers')).toContain('Link');
});
