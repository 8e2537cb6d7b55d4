import { SignJWT, generateKeyPair } from 'jose';
import { ulid } from 'ulid';
import { endWorkspaceTokens } from '../../src/auth-tokens/revoke.ts';
import type { User, Workspace } from '../../src/generated/prisma/client.ts';
import type { Proof, TestApi } from './api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInstanceToken,
  makeStaffUser,
  makeUser,
  makeWorkspace,
} from './builders.ts';

/** Every kind of caller that the access rules tell apart. */
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
  'ofDeleted',
  'ofQuarantined',
  'apiToken',
  'instanceToken',
  'revokedToken',
  'expiredToken',
  'foreignToken',
  'strayedToken',
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
] as const;
export type ActorName = (typeof actors)[number];

/** One caller with what its request is about: the person and the workspace that it names in the path. */
export interface Stage {
  readonly proof: Proof;
  readonly subject: User;
  readonly workspace: Workspace;
  /** Another member of the workspace, an editor. */
  readonly colleague: User;
  /** An API token of the workspace. */
  readonly tokenId: string;
}

/** Sets the stage for one caller: a workspace with an owner, an approver and two editors, and whatever the caller needs. */
export async function stage(api: TestApi, actor: ActorName): Promise<Stage> {
  const owner = await makeUser(api, actor.endsWith('Staff') ? {} : stateOf(actor));
  const workspace = await makeWorkspace(api, owner);
  const colleague = await makeUser(api);
  await addMember(api, workspace, colleague, 'EDITOR');
  const { id: tokenId } = await makeApiToken(api, workspace, owner);
  const proof = await proofOf(api, actor, owner, workspace);
  if (actor === 'ofDeleted') await endWorkspaceTokens(workspace.id, api.db);
  const ends = { ofDeleted: { deletedAt: new Date() }, ofQuarantined: { quarantinedAt: new Date() } };
  if (actor === 'ofDeleted' || actor === 'ofQuarantined') {
    await api.db.workspace.update({ where: { id: workspace.id }, data: ends[actor] });
  }
  return { proof, subject: owner, workspace, colleague, tokenId };
}

/** What is special about the person who makes the request, or whose token it is. */
function stateOf(actor: ActorName): NonNullable<Parameters<typeof makeUser>[1]> {
  if (actor.startsWith('unverified')) return { emailVerified: false };
  if (actor.startsWith('termsPending')) return { tosVersionId: null };
  if (actor.startsWith('quarantined')) return { quarantineBeganAt: new Date() };
  if (actor.startsWith('suspended')) return { suspensionBeganAt: new Date() };
  return {};
}

async function proofOf(api: TestApi, actor: ActorName, owner: User, workspace: Workspace): Promise<Proof> {
  switch (actor) {
    case 'anonymous':
      return {};
    case 'outsider':
      return logIn(api, await makeUser(api));
    case 'staff':
      return logIn(api, await makeStaffUser(api, { email: 'staff@systeminit.com' }));
    // Logged in, but too long ago for what locks somebody out.
    case 'staleStaff':
      return logIn(
        api,
        await makeStaffUser(api, { email: 'weary@systeminit.com' }),
        new Date(Date.now() - 16 * 60_000),
      );
    case 'unverifiedStaff':
      return logIn(api, await makeStaffUser(api, { email: 'new@systeminit.com', emailVerified: false }));
    // Signed up with a password, by anybody; the owner of the mailbox followed the link.
    case 'passwordStaff':
      return logIn(api, await makeUser(api, { email: 'ceo@systeminit.com' }));
    case 'staffWithoutMfa':
      return logIn(api, await makeStaffUser(api, { email: 'hasty@systeminit.com' }), new Date(), ['pwd']);
    // The session began before the address was verified.
    case 'lateVerifiedStaff': {
      const user = await makeStaffUser(api, { email: 'late@systeminit.com', emailVerified: false });
      const proof = await logIn(api, user);
      await api.db.user.update({ where: { id: user.id }, data: { emailVerified: true } });
      return proof;
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
      const proof = await logIn(api, user);
      await api.db.membership.deleteMany({ where: { userId: user.id } });
      return proof;
    }
    case 'quarantinedStaff':
    case 'suspendedStaff':
    case 'termsPendingStaff':
      return logIn(api, await makeStaffUser(api, { email: 'troubled@systeminit.com', ...stateOf(actor) }));
    case 'editorToken': {
      const user = await makeUser(api);
      await addMember(api, workspace, user, 'EDITOR');
      return (await makeApiToken(api, workspace, user)).proof;
    }
    case 'apiToken':
    case 'unverifiedToken':
    case 'termsPendingToken':
    // Locked out by something that left the token alive, such as a row written by hand.
    case 'quarantinedToken':
    case 'suspendedToken':
      return (await makeApiToken(api, workspace, owner)).proof;
    case 'instanceToken':
    case 'unverifiedInstanceToken':
    case 'quarantinedInstanceToken':
      return makeInstanceToken(api, workspace, owner);
    case 'revokedToken':
      return (await makeApiToken(api, workspace, owner, { revokedAt: new Date() })).proof;
    case 'expiredToken':
      return (await makeApiToken(api, workspace, owner, { expiresAt: new Date(Date.now() - 1) })).proof;
    case 'foreignToken':
      return { token: await forgeApiToken(api, owner, workspace) };
    // A live token of the same person, but for another workspace than the one that the request names.
    case 'strayedToken':
      return (await makeApiToken(api, await makeWorkspace(api, owner), owner)).proof;
    case 'strayedInstanceToken':
      return makeInstanceToken(api, await makeWorkspace(api, owner), owner);
    default:
      return logIn(api, owner);
  }
}

/** All that a token of ours says, under a key id of ours, but signed by somebody else. */
async function forgeApiToken(api: TestApi, owner: User, workspace: Workspace): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  const [key] = api.services.tokens.publicJwks().keys;
  return new SignJWT({ workspaceId: workspace.id })
    .setProtectedHeader({ alg: 'ES256', kid: key?.kid ?? '', typ: 'api+jwt' })
    .setIssuer(api.services.settings.AUTH_API_URL)
    .setAudience('auth-api')
    .setSubject(owner.id)
    .setJti(ulid())
    .setExpirationTime('1h')
    .sign(privateKey);
}
