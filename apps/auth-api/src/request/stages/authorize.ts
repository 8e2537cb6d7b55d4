import { isWriteScope, noStaffRightsMessage, type Access, type TokenKind } from '@portal/contract';
import type { Request } from 'express';
import { getLock } from '../account/account-lock.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { areTokensRefused, needsTosUpdate } from '../account/legal-documents.ts';
import type { Services } from '../call/services.ts';
import { isScoped, type ActiveMembership, type Actor, type Credential, type UserActor } from '../account/actor.ts';
import { hasStaffEmail } from '../account/staff-identity.ts';

/** The ids in the path that access depends on. */
export interface AccessTarget {
  readonly userId: string | null;
  readonly workspaceId: string | null;
  readonly tokenId: string | null;
}

/** The ids in upper case; null for an id with a NUL character, which PostgreSQL rejects. */
export function accessTargetOf({ params: { userId, workspaceId, tokenId } }: Request): AccessTarget {
  const id = (value: string | string[] | undefined) =>
    typeof value === 'string' && !value.includes('\0') ? value.toUpperCase() : null;
  return { userId: id(userId), workspaceId: id(workspaceId), tokenId: id(tokenId) };
}

export type AuthenticatedAccess = Exclude<Access, { who: 'anyone' | 'webhook' }>;

/**
 * Throws an error unless the call table gives the actor access. The checks have a fixed order: credential and scope, account
 * locks, requirements, target user, workspace, role. For non-members, the error is the same whether or not the workspace exists.
 */
export function authorize(
  access: AuthenticatedAccess,
  actor: Actor | null,
  target: AccessTarget,
  services: Services,
): asserts actor is Actor {
  if (!actor) throw apiError('NotSignedIn');
  checkCredential(access, actor, target);
  if (isOwnToken(access, actor, target)) return;
  // What a service account may do, the owner has decided by the scopes of its token.
  if (!actor.user) {
    if (requirementsOf(access).includes('acceptedTerms')) requireTermsForToken(actor, services);
    return;
  }
  checkAccountLocks(access, actor);
  checkRequirements(access, actor, services);
  if (access.who === 'staff') checkStaff(actor, services);
  if (access.who === 'self' && actor.user.id !== target.userId) throw apiError('NotAllowed');
  if (access.who === 'member') {
    if (!actor.membership) throw apiError('WorkspaceNotFound');
    if (!access.roles.includes(actor.membership.role))
      throw apiError('NotAllowed', actor.credential.kind === 'session' ? {} : { message: roleOfTokenMessage });
  }
}

const roleOfTokenMessage = 'The role behind this token does not allow this.';

/** Staff rights come from a session only; no token has them. */
function checkStaff({ user, credential }: UserActor, { settings }: Services): void {
  if (credential.kind === 'session' && credential.isStaff) return;
  throw apiError('NotAllowed', hasStaffEmail(user, settings) ? { message: noStaffRightsMessage } : {});
}

function checkCredential(access: AuthenticatedAccess, { credential, membership }: Actor, target: AccessTarget): void {
  if (credential.kind === 'session') {
    if (access.who === 'instance') throw apiError('NotSignedIn');
    return;
  }
  const isOwnWorkspace = target.workspaceId === null || target.workspaceId === credential.workspaceId;
  if (!isOwnWorkspace) throw apiError(access.who === 'member' ? 'TokenOfOtherWorkspace' : 'TokenNotAllowed');
  const accepted: readonly TokenKind[] = access.who === 'instance' ? ['instance'] : (access.tokens ?? []);
  if (accepted.includes(kindOfToken(credential))) return;
  if (!isScoped(credential) || access.who !== 'member') throw apiError('TokenNotAllowed');
  if (!isOwnToken(access, { credential }, target)) checkScope(access, credential, membership);
}

/** A token of a terminal login counts as an API token of its workspace, or else as one of the account. */
function kindOfToken(credential: Exclude<Credential, { kind: 'session' }>): TokenKind {
  if (credential.kind !== 'terminal') return credential.kind;
  return credential.workspaceId === null ? 'account' : 'api';
}

/** Whether a token makes a call about itself, which it can always make, whatever its scopes, its role and the terms. */
const isOwnToken = (
  access: AuthenticatedAccess,
  { credential }: Pick<Actor, 'credential'>,
  { tokenId }: AccessTarget,
) => access.who === 'member' && access.ownToken === true && credential.kind === 'api' && credential.id === tokenId;

/** RFC 6750, section 3: the header names the scope that the token lacks. */
function checkScope(
  { scope }: Extract<Access, { who: 'member' }>,
  { scopes }: Pick<Extract<Credential, { kind: 'api' }>, 'scopes'>,
  membership: ActiveMembership | null,
): void {
  if (scope === undefined) throw apiError('TokenNotAllowed');
  if (!scopes.includes(scope)) throw apiError('InsufficientScope', { scope });
  if (isWriteScope(scope) && !membership?.tokenPolicy.allowsWrites)
    throw apiError('InsufficientScope', { scope, message: 'This workspace lets no token change anything.' });
}

const requirementsOf = (access: AuthenticatedAccess) => (access.who === 'instance' ? [] : access.requires);

/**
 * Throws once an API token is refused because of newer terms: those of its user, or of the owner for a service account, because the owner
 * granted its scopes.
 */
export function requireTermsForToken(actor: Actor, services: Services): void {
  if (!areTokensRefused(actor.user ?? actor.owner, services, actor.now)) return;
  throw apiError('TermsNotAccepted', actor.user ? {} : { message: termsOfOwnerMessage });
}

const termsOfOwnerMessage = 'The owner of this workspace has not accepted the current terms of service.';

function checkAccountLocks(access: AuthenticatedAccess, { user, now }: UserActor): void {
  const allowedWhile = access.who === 'instance' ? [] : (access.allowedWhile ?? []);
  if (getLock('quarantine', user, now) && !allowedWhile.includes('quarantine')) throw apiError('AccountQuarantined');
  if (getLock('suspension', user, now) && !allowedWhile.includes('suspension')) throw apiError('AccountSuspended');
}

/** The creator of an API token had accepted the terms and verified their email. Only newer terms count, after some time. */
function checkRequirements(access: AuthenticatedAccess, actor: UserActor, services: Services): void {
  const requires = requirementsOf(access);
  const isToken = isScoped(actor.credential);
  if (requires.includes('acceptedTerms')) {
    if (isToken) requireTermsForToken(actor, services);
    else if (needsTosUpdate(actor.user, services.legal)) throw apiError('TermsNotAccepted');
  }
  if (requires.includes('verifiedEmail') && !actor.user.emailVerified && !isToken) throw apiError('EmailNotVerified');
}

/** The actor's session, in a call that accepts no tokens. */
export function sessionOf({ credential }: Actor): Extract<Credential, { kind: 'session' }> {
  if (credential.kind !== 'session') throw apiError('NotSignedIn');
  return credential;
}

/** The actor's instance token, in a call for instances. */
export function instanceCredentialOf({ credential }: Actor): Extract<Credential, { kind: 'instance' }> {
  if (credential.kind !== 'instance') throw apiError('NotSignedIn');
  return credential;
}

/** The actor's membership, in a call that `authorize` allows members only. */
export function membershipOf(actor: Actor): ActiveMembership {
  if (!actor.membership) throw apiError('WorkspaceNotFound');
  return actor.membership;
}
