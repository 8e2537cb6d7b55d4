import { monotonicFactory } from 'ulid';
import type { Prisma, User, Workspace, WorkspaceRole } from '../../src/generated/prisma/client.ts';
import { sessionCookieName } from '../../src/session/session-cookie.ts';
import { beginSession } from '../../src/session/sessions.ts';
import { missingForStaff } from '../../src/session/staff-login.ts';
import { createWorkspaceFor } from '../../src/workspaces/create-workspace.ts';
import type { Proof, TestApi } from './api.ts';

/** What is made later sorts later, in the same millisecond, too. */
const ulid = monotonicFactory();
const hourMs = 3_600_000;
/** A soak with its rests takes longer than an hour. */
const apiTokenLivesMs = 24 * hourMs;

/** A verified person who has accepted the current terms, unless told otherwise. */
export async function makeUser(api: TestApi, more: Partial<Prisma.UserCreateInput> = {}): Promise<User> {
  const id = ulid();
  return api.db.user.create({
    data: {
      id,
      auth0Id: `auth0|${id}`,
      email: `${id.toLowerCase()}@example.com`,
      emailVerified: true,
      nickname: 'Ada',
      tosVersionId: api.services.legal.currentVersionId,
      signedUpAt: more.auth0Id === null ? null : new Date(),
      ...more,
    },
  });
}

/** Somebody in the company's directory, by whose logins they are staff. */
export const makeStaffUser = (api: TestApi, more: Partial<Prisma.UserCreateInput> = {}): Promise<User> =>
  makeUser(api, { auth0Id: `waad|${ulid()}`, email: `${ulid().toLowerCase()}@systeminit.com`, ...more });

/** Logs a person in, without a browser, as their identity and their address are now; with a second factor unless told otherwise. */
export async function logIn(
  api: TestApi,
  { id: userId }: Pick<User, 'id'>,
  loggedInAt: Date | null = new Date(),
  amr: string[] = ['pwd', 'mfa'],
): Promise<Proof> {
  const { auth0Id, email, emailVerified } = await api.db.user.findUniqueOrThrow({ where: { id: userId } });
  const claims = { sub: auth0Id ?? '', email, email_verified: emailVerified, amr };
  const isStaff = missingForStaff(claims, api.services.settings) === null;
  const sessionId = await beginSession({ userId, loggedInAt, isStaff }, api.services);
  return { cookie: `${sessionCookieName(api.services.settings)}=${sessionId}` };
}

export async function makeWorkspace(
  api: TestApi,
  owner: User,
  more: Partial<Prisma.WorkspaceUpdateInput> = {},
): Promise<Workspace> {
  const draft = {
    displayName: 'Production',
    description: null,
    instanceEnvType: 'SI',
    instanceUrl: 'https://app.systeminit.com',
  } as const;
  const id = await createWorkspaceFor(owner.id, draft, api.services);
  return api.db.workspace.update({ where: { id }, data: more });
}

export async function addMember(api: TestApi, workspace: Workspace, user: User, role: WorkspaceRole): Promise<void> {
  await api.db.membership.create({ data: { workspaceId: workspace.id, userId: user.id, role } });
}

/** An API token that was used just now, so that using it again writes nothing. */
export async function makeApiToken(
  api: TestApi,
  workspace: Workspace,
  user: User,
  more: Partial<Prisma.AuthTokenUncheckedCreateInput> = {},
): Promise<{ id: string; proof: Proof }> {
  const id = ulid();
  const expiresAt = new Date(Date.now() + apiTokenLivesMs);
  await api.db.authToken.create({
    data: {
      id,
      workspaceId: workspace.id,
      creatorUserId: user.id,
      name: 'CI',
      expiresAt,
      lastUsedAt: new Date(),
      ...more,
    },
  });
  const token = await api.services.tokens.sign(
    { kind: 'api', id, userId: user.id, workspaceId: workspace.id },
    expiresAt,
  );
  return { id, proof: { token } };
}

export async function makeInstanceToken(api: TestApi, workspace: Workspace, user: User): Promise<Proof> {
  const id = ulid();
  const expiresAt = new Date(Date.now() + hourMs);
  await api.db.instanceToken.create({ data: { id, workspaceId: workspace.id, userId: user.id, expiresAt } });
  return {
    token: await api.services.tokens.sign(
      { kind: 'instance', id, userId: user.id, workspaceId: workspace.id },
      expiresAt,
    ),
  };
}
