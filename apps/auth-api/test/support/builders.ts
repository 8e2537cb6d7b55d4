import { accountScope, apiScopeNames, dayMs, defaultApiScopes, webhookKinds } from '@portal/contract';
import { monotonicFactory } from 'ulid';
import type {
  Invitation,
  Prisma,
  ServiceAccount,
  Session,
  User,
  Webhook,
  Workspace,
  WorkspaceRole,
} from '../../src/generated/prisma/client.ts';
import { formatRefreshToken } from '../../src/request/auth/refresh-tokens.ts';
import { createSecret, hashSecret } from '../../src/request/auth/secrets.ts';
import { sessionCookieName } from '../../src/request/auth/session-cookie.ts';
import { verifiedEmailOf, missingStaffRequirement, secondFactorOf } from '../../src/features/login/complete-login.ts';
import { createSession } from '../../src/request/stages/sessions.ts';
import { createWorkspace } from '../../src/features/workspaces/create-workspace.ts';
import { createWebhookSecret } from '../../src/features/webhooks/secrets.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import type { IdentityClaims } from '../../src/features/login/id-token.ts';
import { upsertUserFromClaims } from '../../src/features/login/upsert-user-from-claims.ts';
import type { Services } from '../../src/request/call/services.ts';
import type { Credentials, TestApi } from './api.ts';

/** Ids sort in the order of creation, even within one millisecond. */
const ulid = monotonicFactory();
const hourMs = 3_600_000;
/** Longer than a soak test. */
const apiTokenLifetimeMs = 24 * hourMs;

/** A user with a verified email address who has accepted the current terms; a pre-provisioned user if the `auth0Id` is null. */
export async function makeUser(api: TestApi, overrides: Partial<Prisma.UserCreateInput> = {}): Promise<User> {
  const id = ulid();
  const { email = `${id.toLowerCase()}@example.com` } = overrides;
  return api.db.user.create({
    data: {
      id,
      auth0Id: `auth0|${id}`,
      email,
      mailboxHash: overrides.auth0Id === null ? null : api.services.hashMailbox(email),
      emailVerified: overrides.auth0Id !== null,
      nickname: 'Ada',
      tosVersionId: api.services.legal.currentVersionId,
      signedUpAt: overrides.auth0Id === null ? null : new Date(),
      ...overrides,
    },
  });
}

/** A user whose identity comes from the staff connection, so that a login makes them staff. */
export const makeStaffUser = (api: TestApi, overrides: Partial<Prisma.UserCreateInput> = {}): Promise<User> =>
  makeUser(api, { auth0Id: `waad|${ulid()}`, email: `${ulid().toLowerCase()}@systeminit.com`, ...overrides });

/** Creates a session for a user as a login with their current identity would, by default with a second factor. */
export async function logIn(
  api: TestApi,
  { id: userId }: Pick<User, 'id'>,
  loggedInAt: Date | null = new Date(),
  amr: string[] = ['pwd', 'mfa'],
  providerSessionId: string | null = null,
): Promise<Credentials> {
  const { auth0Id, email, emailVerified } = await api.db.user.findUniqueOrThrow({ where: { id: userId } });
  const claims = { sub: auth0Id ?? '', email, email_verified: emailVerified, amr };
  const isStaff = missingStaffRequirement(claims, api.services.settings) === null;
  const client = { ip: '203.0.113.7', userAgent: null };
  const verifiedEmail = verifiedEmailOf(claims);
  const withSecondFactor = secondFactorOf(claims);
  const session = { userId, loggedInAt, isStaff, verifiedEmail, providerSessionId, withSecondFactor, client };
  const secret = await createSession(session, api.services);
  return { cookie: `${sessionCookieName(api.services.settings)}=${secret}` };
}

/** The session of a cookie. */
export function sessionOf(api: TestApi, { cookie }: Credentials): Promise<Session> {
  const secret = cookie?.split('=')[1] ?? '';
  return api.db.session.findUniqueOrThrow({ where: { idHash: hashSecret(secret) } });
}

export async function makeWorkspace(
  api: TestApi,
  owner: User,
  overrides: Partial<Prisma.WorkspaceUpdateInput> = {},
): Promise<Workspace> {
  const draft = {
    displayName: 'Production',
    description: null,
    instanceEnvType: 'SI',
    instanceUrl: 'https://app.systeminit.com',
  } as const;
  const id = await createWorkspace(owner.id, draft, api.services);
  return api.db.workspace.update({ where: { id }, data: overrides });
}

export async function addMember(api: TestApi, workspace: Workspace, user: User, role: WorkspaceRole): Promise<void> {
  await api.db.membership.create({ data: { workspaceId: workspace.id, userId: user.id, role } });
}

/** A pending invitation, by default of a new address as editor. */
export const makeInvitation = (
  api: TestApi,
  workspace: Workspace,
  overrides: Partial<Prisma.InvitationUncheckedCreateInput> = {},
): Promise<Invitation> =>
  api.db.invitation.create({
    data: {
      id: ulid(),
      workspaceId: workspace.id,
      email: `${ulid().toLowerCase()}@example.com`,
      role: 'EDITOR',
      inviterId: workspace.creatorUserId,
      expiresAt: new Date(Date.now() + 7 * 24 * hourMs),
      ...overrides,
    },
  });

/** Records that a user has proven that the mailbox of an invitation is theirs, as if they had opened a link to it. */
export async function proveMailbox(api: TestApi, { id: invitationId }: Pick<Invitation, 'id'>, { id: userId }: User) {
  await api.db.invitationProof.create({ data: { invitationId, userId } });
}

/** The fields of an API token of four days in the last half of its life, which a person allowed to replace itself. */
export function renewableToken() {
  const fromNow = (ms: number) => new Date(Date.now() + ms);
  return {
    createdAt: fromNow(-3 * dayMs),
    expiresAt: fromNow(dayMs),
    rotatesUntil: fromNow(200 * dayMs),
    scopes: [...apiScopeNames],
  };
}

/** An API token of a user, created by a session that has ended. It was used just now, so that another use does not update its last use. */
export async function makeApiToken(
  api: TestApi,
  workspace: Workspace,
  user: User,
  overrides: Partial<Prisma.AuthTokenUncheckedCreateInput> = {},
): Promise<{ id: string; credentials: Credentials }> {
  const id = ulid();
  const expiresAt = new Date(Date.now() + apiTokenLifetimeMs);
  const { scopes } = await api.db.authToken.create({
    data: {
      id,
      workspaceId: workspace.id,
      userId: user.id,
      createdById: user.id,
      scopes: [...defaultApiScopes],
      networks: [],
      sessionId: ulid(),
      name: 'CI',
      expiresAt,
      lastUsedAt: new Date(),
      ...overrides,
    },
  });
  const claims = { id, principalId: user.id, isServiceAccount: false, workspaceId: workspace.id, scopes };
  const token = await api.services.tokens.signApiToken(claims, expiresAt);
  return { id, credentials: { token } };
}

/** A service account of a workspace with the role EDITOR. */
export const makeServiceAccount = (
  api: TestApi,
  workspace: Workspace,
  overrides: Partial<Prisma.ServiceAccountUncheckedCreateInput> = {},
): Promise<ServiceAccount> => {
  const id = ulid();
  const data = { id, workspaceId: workspace.id, name: `Deploy ${id}`, role: 'EDITOR' as const, ...overrides };
  return api.db.serviceAccount.create({ data });
};

/** An API token of a service account. */
/** A webhook of a workspace for events from now on. Nothing listens at the default address. */
export async function makeWebhook(
  api: TestApi,
  { id: workspaceId }: Pick<Workspace, 'id'>,
  overrides: Partial<Prisma.WebhookUncheckedCreateInput> = {},
): Promise<Webhook> {
  const id = ulid();
  const latest = await api.db.workspaceSequence.findUnique({ where: { workspaceId } });
  return api.db.webhook.create({
    data: {
      id,
      workspaceId,
      url: 'http://127.0.0.1:1/hook',
      kinds: Object.keys(webhookKinds),
      secret: api.services.webhookSecrets.seal(createWebhookSecret(), id),
      cursor: latest?.sequence ?? 0n,
      ...overrides,
    },
  });
}

export async function makeServiceAccountToken(
  api: TestApi,
  { id: serviceAccountId, workspaceId }: ServiceAccount,
  overrides: Partial<Prisma.AuthTokenUncheckedCreateInput> = {},
): Promise<{ id: string; credentials: Credentials }> {
  const id = ulid();
  const expiresAt = new Date(Date.now() + apiTokenLifetimeMs);
  const { scopes } = await api.db.authToken.create({
    data: {
      id,
      workspaceId,
      serviceAccountId,
      scopes: [...apiScopeNames],
      networks: [],
      name: 'CI',
      expiresAt,
      lastUsedAt: new Date(),
      ...overrides,
    },
  });
  const claims = { id, principalId: serviceAccountId, isServiceAccount: true, workspaceId, scopes };
  return { id, credentials: { token: await api.services.tokens.signApiToken(claims, expiresAt) } };
}

/** The token of an instance that was entered from a session, by default from a new one. */
export async function makeInstanceToken(
  api: TestApi,
  workspace: Workspace,
  user: User,
  session?: Credentials,
): Promise<Credentials> {
  const id = ulid();
  const expiresAt = new Date(Date.now() + hourMs);
  const { id: sessionId } = await sessionOf(api, session ?? (await logIn(api, user)));
  await api.db.instanceToken.create({ data: { id, workspaceId: workspace.id, userId: user.id, sessionId, expiresAt } });
  const claims = { id, userId: user.id, workspaceId: workspace.id, sessionId };
  return { token: await api.services.tokens.signInstanceToken(claims, { issuedAt: new Date(), expiresAt }) };
}

/** A terminal login of a user, by default for all workspaces, with a refresh token of the generation 0. */
export async function makeTerminalLogin(
  api: TestApi,
  user: User,
  overrides: Partial<Prisma.TerminalLoginUncheckedCreateInput> = {},
): Promise<{ readonly sessionId: string; readonly refreshToken: string }> {
  const sessionId = ulid();
  const secret = createSecret();
  const expiresAt = new Date(Date.now() + 90 * 24 * hourMs);
  const session = { id: sessionId, idHash: hashSecret(createSecret()), userId: user.id, isTerminal: true, expiresAt };
  await api.db.session.create({ data: { ...session, ip: '203.0.113.7' } });
  const login = { clientId: 'portal-cli', scopes: [...apiScopeNames], secretHash: hashSecret(secret), ...overrides };
  await api.db.terminalLogin.create({ data: { sessionId, ...login } });
  return { sessionId, refreshToken: formatRefreshToken({ sessionId, generation: 0, secret }) };
}

/** A device that shows a code, without its hyphen, and waits for the approval. */
export const makeWaitingDevice = (
  api: TestApi,
  userCode: string,
  overrides: Partial<Prisma.TerminalRequestUncheckedCreateInput> = {},
) =>
  api.db.terminalRequest.create({
    data: {
      id: ulid(),
      clientId: 'portal-cli',
      scopes: [...apiScopeNames],
      deviceCodeHash: hashSecret(createSecret()),
      userCodeHash: hashSecret(userCode),
      expiresAt: new Date(Date.now() + hourMs),
      ...overrides,
    },
  });

/** An access token of a terminal login for a workspace, or without one for the account. */
export async function makeTerminalToken(
  api: TestApi,
  user: User,
  workspace: Workspace | null,
  scopes: readonly string[] = workspace ? apiScopeNames : [accountScope],
): Promise<Credentials> {
  const { sessionId } = await makeTerminalLogin(api, user);
  const claims = { sessionId, principalId: user.id, workspaceId: workspace?.id ?? null, scopes };
  return {
    token: await api.services.tokens.signTerminalToken({ ...claims, expiresAt: new Date(Date.now() + hourMs) }),
  };
}

/** A staff user with a session. */
export interface Staff {
  readonly user: User;
  readonly credentials: Credentials;
}

export async function makeStaff(api: TestApi, overrides: Partial<Prisma.UserCreateInput> = {}): Promise<Staff> {
  const user = await makeStaffUser(api, overrides);
  return { user, credentials: await logIn(api, user) };
}

/** The claims of a login just now by a code that the mailbox received. It proves that the mailbox is the user's. */
export const mailboxLogin = (email: string, sub = `email|${email}`) => ({
  sub,
  email,
  email_verified: true,
  amr: [],
  auth_time: Math.ceil(Date.now() / 1_000) + 1,
});

/** Creates or updates a user as a login with these ID token claims does, without a session. Returns the stored user. */
export async function logInWithClaims(
  claims: Omit<IdentityClaims, 'amr'> & Partial<IdentityClaims>,
  services: Services,
): Promise<User> {
  const { user } = await inTransaction(services, (work) =>
    upsertUserFromClaims({ amr: [], ...claims }, work, services),
  );
  return services.db.user.findUniqueOrThrow({ where: { id: user.id } });
}
