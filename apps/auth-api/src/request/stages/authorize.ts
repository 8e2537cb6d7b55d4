import { noStaffRightsMessage, type Access, type TokenKind } from '@portal/contract';
import type { Request } from 'express';
import { getLock } from '../account/account-lock.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { needsTosUpdate } from '../account/legal-documents.ts';
import type { Services } from '../call/services.ts';
import type { ActiveMembership, Actor, Credential } from '../account/actor.ts';
import { hasStaffEmail } from '../account/staff-identity.ts';

/** The ids in the path that access depends on. */
export interface AccessTarget {
  readonly userId: string | null;
  readonly workspaceId: string | null;
}

/** The ids in upper case; null for an id with a NUL character, which PostgreSQL rejects. */
export function accessTargetOf({ params: { userId, workspaceId } }: Request): AccessTarget {
  const id = (value: string | string[] | undefined) =>
    typeof value === 'string' && !value.includes('\0') ? value.toUpperCase() : null;
  return { userId: id(userId), workspaceId: id(workspaceId) };
}

export type AuthenticatedAccess = Exclude<Access, { who: 'anyone' | 'webhook' }>;

/**
 * Throws an error unless the call table gives the actor access. The checks have a fixed order: credential, account locks,
 * requirements, target user, workspace, role. For non-members, the error is the same whether or not the workspace exists.
 */
export function authorize(
  access: AuthenticatedAccess,
  actor: Actor | null,
  target: AccessTarget,
  services: Services,
): asserts actor is Actor {
  if (!actor) throw apiError('NotSignedIn');
  checkCredential(access, actor, target);
  checkAccountLocks(access, actor);
  checkRequirements(access, actor, services);
  if (access.who === 'staff') checkStaff(actor, services);
  if (access.who === 'self' && actor.user.id !== target.userId) throw apiError('NotAllowed');
  if (access.who === 'member') {
    if (!actor.membership) throw apiError('WorkspaceNotFound');
    if (!access.roles.includes(actor.membership.role)) throw apiError('NotAllowed');
  }
}

/** Staff rights come from a session only; no token has them. */
function checkStaff({ user, credential }: Actor, { settings }: Services): void {
  if (credential.kind === 'session' && credential.isStaff) return;
  throw apiError('NotAllowed', hasStaffEmail(user, settings) ? { message: noStaffRightsMessage } : {});
}

function checkCredential(access: AuthenticatedAccess, { credential }: Actor, target: AccessTarget): void {
  if (credential.kind === 'session') {
    if (access.who === 'instance') throw apiError('NotSignedIn');
    return;
  }
  const accepted: readonly TokenKind[] = access.who === 'instance' ? ['instance'] : (access.tokens ?? []);
  const isOwnWorkspace = target.workspaceId === null || target.workspaceId === credential.workspaceId;
  if (!accepted.includes(credential.kind) || !isOwnWorkspace) throw apiError('TokenNotAllowed');
}

function checkAccountLocks(access: AuthenticatedAccess, { user, now }: Actor): void {
  const allowedWhile = access.who === 'instance' ? [] : (access.allowedWhile ?? []);
  if (getLock('quarantine', user, now) && !allowedWhile.includes('quarantine')) throw apiError('AccountQuarantined');
  if (getLock('suspension', user, now) && !allowedWhile.includes('suspension')) throw apiError('AccountSuspended');
}

function checkRequirements(access: AuthenticatedAccess, { user }: Actor, services: Services): void {
  const requires = access.who === 'instance' ? [] : access.requires;
  if (requires.includes('acceptedTerms') && needsTosUpdate(user, services.legal)) throw apiError('TermsNotAccepted');
  if (requires.includes('verifiedEmail') && !user.emailVerified) throw apiError('EmailNotVerified');
}

/** The actor's session, in a call that accepts no tokens. */
export function sessionOf({ credential }: Actor): Extract<Credential, { kind: 'session' }> {
  if (credential.kind !== 'session') throw apiError('NotSignedIn');
  return credential;
}

/** The actor's membership, in a call that `authorize` allows members only. */
export function membershipOf(actor: Actor): ActiveMembership {
  if (!actor.membership) throw apiError('WorkspaceNotFound');
  return actor.membership;
}
