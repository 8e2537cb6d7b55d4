import { defaultApiScopes, type Call } from '@portal/contract';
import { SignJWT, generateKeyPair } from 'jose';
import { ulid } from 'ulid';
import { revokeWorkspaceTokens } from '../../src/features/credentials/revoke-tokens.ts';
import type { User, Workspace } from '../../src/generated/prisma/client.ts';
import type { Credentials, TestApi } from './api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInstanceToken,
  makeInvitation,
  makeServiceAccount,
  makeWebhook,
  makeStaffUser,
  makeTerminalToken,
  makeUser,
  makeWorkspace,
  sessionOf,
} from './builders.ts';

/** Every kind of caller that the access rules distinguish. */
export const actors = [
  'anonymous',
  'outsider',
  'editor',
  'approver',
  'owner',
  'staff',
  'staleStaff',
  'unverifiedStaff',
  'passwordStaff',
  'staffWithoutMfa',
  'lateVerifiedStaff',
  'unverified',
  'termsPending',
  'quarantined',
  'suspended',
  'exMember',
  'inDeletedWorkspace',
  'inQuarantinedWorkspace',
  'apiToken',
  'instanceToken',
  'revokedToken',
  'expiredToken',
  'foreignToken',
  'otherWorkspaceToken',
  'quarantinedStaff',
  'suspendedStaff',
  'termsPendingStaff',
  'editorToken',
  'unverifiedToken',
  'termsPendingToken',
  'quarantinedToken',
  'suspendedToken',
  'unverifiedInstanceToken',
  'quarantinedInstanceToken',
  'strayedInstanceToken',
  'terminalToken',
  'accountToken',
  'endedTerminalToken',
] as const;
export type ActorName = (typeof actors)[number];

/** A caller, with the user and the workspace that its requests name in their paths. */
export interface Fixture {
  readonly credentials: Credentials;
  readonly subject: User;
  readonly workspace: Workspace;
  /** Another member of the workspace, with the role editor. */
  readonly colleague: User;
  /** An API token of the workspace. */
  readonly tokenId: string;
  /** A service account of the workspace. */
  readonly serviceAccountId: string;
  /** A webhook of the workspace, to which nothing was sent. */
  readonly webhookId: string;
  /** A session of the subject, other than the one of the caller. */
  readonly sessionId: string;
  /** A pending invitation of the workspace, for an address that belongs to none of the callers. */
  readonly invitationId: string;
  /** A billing contact of the subject. */
  readonly contactId: string;
  /** The id of a change of the owner that staff planned, if a test makes one. */
  readonly reassignmentId: string;
}

/** The path of a call with the ids of a fixture. */
export const pathOf = (
  { path }: Call,
  { subject, workspace, tokenId, serviceAccountId, webhookId, sessionId, invitationId, contactId }: Fixture,
): string =>
  path
    .replace(':userId', subject.id)
    .replace(':workspaceId', workspace.id)
    .replace(':tokenId', tokenId)
    .replace(':serviceAccountId', serviceAccountId)
    .replace(':webhookId', webhookId)
    .replace(':sequence', '1')
    .replace(':sessionId', sessionId)
    .replace(':invitationId', invitationId)
    .replace(':contactId', contactId)
    .replace(':invoiceId', 'in_unknown')
    .replace(':tosVersionId', 'current');

/** A request of its instance is stored at most every five minutes, so the next one changes nothing. */
const makeSeenWorkspace = (api: TestApi, owner: User) => makeWorkspace(api, owner, { instanceSeenAt: new Date() });

/** Creates a workspace with an owner, an editor, an API token and an invitation, and the credentials of the caller. */
export async function createFixture(api: TestApi, actor: ActorName): Promise<Fixture> {
  const owner = await makeUser(api, actor.endsWith('Staff') ? {} : userStateOf(actor));
  const workspace = await makeSeenWorkspace(api, owner);
  const colleague = await makeUser(api);
  await addMember(api, workspace, colleague, 'EDITOR');
  const { id: tokenId } = await makeApiToken(api, workspace, owner, { reviewRequestedAt: new Date() });
  const { id: invitationId } = await makeInvitation(api, workspace, { inviterId: owner.id });
  const { id: serviceAccountId } = await makeServiceAccount(api, workspace);
  const contact = { id: ulid(), userId: owner.id, email: 'accounting@example.com', confirmedAt: new Date() };
  const { id: contactId } = await api.db.billingContact.create({ data: contact });
  const { id: webhookId } = await makeWebhook(api, workspace);
  const credentials = await credentialsOf(api, actor, owner, workspace);
  if (actor === 'inDeletedWorkspace') await revokeWorkspaceTokens(workspace.id, api.db);
  const closures = {
    inDeletedWorkspace: { deletedAt: new Date() },
    inQuarantinedWorkspace: { quarantinedAt: new Date() },
  };
  if (actor === 'inDeletedWorkspace' || actor === 'inQuarantinedWorkspace') {
    await api.db.workspace.update({ where: { id: workspace.id }, data: closures[actor] });
  }
  const { id: sessionId } = await sessionOf(api, await logIn(api, owner));
  return {
    credentials,
    subject: owner,
    workspace,
    colleague,
    tokenId,
    serviceAccountId,
    webhookId,
    sessionId,
    invitationId,
    contactId,
    reassignmentId: ulid(),
  };
}

/** The state of the user who sends the request, or who created the token. */
function userStateOf(actor: ActorName): NonNullable<Parameters<typeof makeUser>[1]> {
  if (actor.startsWith('unverified')) return { emailVerified: false };
  if (actor.startsWith('termsPending')) return { tosVersionId: null };
  if (actor.startsWith('quarantined')) return { quarantinedAt: new Date() };
  if (actor.startsWith('suspended')) return { suspendedAt: new Date() };
  return {};
}

async function credentialsOf(api: TestApi, actor: ActorName, owner: User, workspace: Workspace): Promise<Credentials> {
  switch (actor) {
    case 'anonymous':
      return {};
    case 'outsider':
      return logIn(api, await makeUser(api));
    case 'staff':
      return logIn(api, await makeStaffUser(api, { email: 'staff@systeminit.com' }));
    // The login is too old to lock an account.
    case 'staleStaff':
      return logIn(
        api,
        await makeStaffUser(api, { email: 'weary@systeminit.com' }),
        new Date(Date.now() - 16 * 60_000),
      );
    case 'unverifiedStaff':
      return logIn(api, await makeStaffUser(api, { email: 'new@systeminit.com', emailVerified: false }));
    // Signed up with a password and an address of the staff domain, which the owner of the mailbox verified.
    case 'passwordStaff':
      return logIn(api, await makeUser(api, { email: 'ceo@systeminit.com' }));
    case 'staffWithoutMfa':
      return logIn(api, await makeStaffUser(api, { email: 'hasty@systeminit.com' }), new Date(), ['pwd']);
    // The session started before the address was verified.
    case 'lateVerifiedStaff': {
      const user = await makeStaffUser(api, { email: 'late@systeminit.com', emailVerified: false });
      const credentials = await logIn(api, user);
      await api.db.user.update({ where: { id: user.id }, data: { emailVerified: true } });
      return credentials;
    }
    case 'editor':
    case 'approver': {
      const user = await makeUser(api);
      await addMember(api, workspace, user, actor === 'editor' ? 'EDITOR' : 'APPROVER');
      return logIn(api, user);
    }
    case 'exMember': {
      const user = await makeUser(api);
      await addMember(api, workspace, user, 'APPROVER');
      const credentials = await logIn(api, user);
      await api.db.membership.deleteMany({ where: { userId: user.id } });
      return credentials;
    }
    case 'quarantinedStaff':
    case 'suspendedStaff':
    case 'termsPendingStaff':
      return logIn(api, await makeStaffUser(api, { email: 'troubled@systeminit.com', ...userStateOf(actor) }));
    case 'editorToken': {
      const user = await makeUser(api);
      await addMember(api, workspace, user, 'EDITOR');
      return (await makeApiToken(api, workspace, user)).credentials;
    }
    case 'apiToken':
    case 'unverifiedToken':
    case 'termsPendingToken':
    // The account was locked by something that did not revoke the token, such as SQL.
    case 'quarantinedToken':
    case 'suspendedToken':
      return (await makeApiToken(api, workspace, owner)).credentials;
    case 'instanceToken':
    case 'unverifiedInstanceToken':
    case 'quarantinedInstanceToken':
      return makeInstanceToken(api, workspace, owner);
    case 'revokedToken':
      return (await makeApiToken(api, workspace, owner, { revokedAt: new Date() })).credentials;
    case 'expiredToken':
      return (await makeApiToken(api, workspace, owner, { expiresAt: new Date(Date.now() - 1) })).credentials;
    case 'foreignToken':
      return { token: await forgeApiToken(api, owner, workspace) };
    // A valid token of the same user for another workspace than the one in the path.
    case 'otherWorkspaceToken':
      return (await makeApiToken(api, await makeSeenWorkspace(api, owner), owner)).credentials;
    case 'strayedInstanceToken':
      return makeInstanceToken(api, await makeSeenWorkspace(api, owner), owner);
    // Of a terminal login, for the workspace, and without one.
    case 'terminalToken':
      return makeTerminalToken(api, owner, workspace, defaultApiScopes);
    case 'accountToken':
      return makeTerminalToken(api, owner, null);
    case 'endedTerminalToken': {
      const credentials = await makeTerminalToken(api, owner, workspace, defaultApiScopes);
      await api.db.session.deleteMany({ where: { userId: owner.id, isTerminal: true } });
      return credentials;
    }
    default:
      return logIn(api, owner);
  }
}

/** A token with valid claims and a valid key id, but signed with another key. */
async function forgeApiToken(api: TestApi, owner: User, workspace: Workspace): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  return new SignJWT({ workspaceId: workspace.id })
    .setProtectedHeader({ alg: 'ES256', kid: api.services.signingKeys.api.current.kid, typ: 'api+jwt' })
    .setIssuer(api.services.settings.TOKEN_ISSUER)
    .setAudience('auth-api')
    .setSubject(owner.id)
    .setJti(ulid())
    .setExpirationTime('1h')
    .sign(privateKey);
}
