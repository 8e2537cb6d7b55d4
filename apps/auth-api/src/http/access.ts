import { noStaffRights, type Access, type TokenKind } from '@portal/contract';
import type { Request } from 'express';
import { needsTosUpdate } from '../legal-documents.ts';
import type { Services } from '../services.ts';
import { lockOutOf } from '../users/lock-outs.ts';
import type { ActiveMembership, Actor } from './actor.ts';
import { hasStaffEmail } from './staff-identity.ts';
import { problem } from './problem.ts';

/** The ids of a call's path that access depends on. */
export interface AccessTarget {
  readonly userId: string | null;
  readonly workspaceId: string | null;
}

/** The ids of the path, in upper case; null for a malformed one, which matches no user or workspace. */
export function targetOf({ params: { userId, workspaceId } }: Request): AccessTarget {
  const id = (value: string | string[] | undefined) =>
    typeof value === 'string' && !value.includes('\0') ? value.toUpperCase() : null;
  return { userId: id(userId), workspaceId: id(workspaceId) };
}

export type PeopleAccess = Exclude<Access, { who: 'anyone' | 'webhook' }>;

/**
 * Refuses an actor that the table does not let through, in a fixed order: credential, account, person, workspace, role.
 * What it says of a workspace that the actor is no member of is the same whether there is one or not.
 */
export function checkAccess(
  access: PeopleAccess,
  actor: Actor | null,
  target: AccessTarget,
  services: Services,
): asserts actor is Actor {
  if (!actor) throw problem('NotSignedIn');
  checkCredential(access, actor, target);
  checkAccount(access, actor);
  checkPerson(access, actor, services);
  if (access.who === 'staff') checkStaff(actor, services);
  if (access.who === 'self' && actor.user.id !== target.userId) throw problem('NotAllowed');
  if (access.who === 'member') {
    if (!actor.membership) throw problem('WorkspaceNotFound');
    if (!access.roles.includes(actor.membership.role)) throw problem('NotAllowed');
  }
}

/** Staff act by a session of theirs alone: no token carries the right. */
function checkStaff({ user, credential }: Actor, { settings }: Services): void {
  if (credential.kind === 'session' && credential.isStaff) return;
  throw problem('NotAllowed', hasStaffEmail(user, settings) ? { message: noStaffRights } : {});
}

function checkCredential(access: PeopleAccess, { credential }: Actor, target: AccessTarget): void {
  if (credential.kind === 'session') {
    if (access.who === 'instance') throw problem('NotSignedIn');
    return;
  }
  const accepted: readonly TokenKind[] = access.who === 'instance' ? ['instance'] : (access.tokens ?? []);
  const ofItsOwnWorkspace = target.workspaceId === null || target.workspaceId === credential.workspaceId;
  if (!accepted.includes(credential.kind) || !ofItsOwnWorkspace) throw problem('TokenNotAllowed');
}

function checkAccount(access: PeopleAccess, { user, now }: Actor): void {
  const openWhile = access.who === 'instance' ? [] : (access.openWhile ?? []);
  if (lockOutOf('quarantine', user, now) && !openWhile.includes('quarantined')) throw problem('AccountQuarantined');
  if (lockOutOf('suspension', user, now) && !openWhile.includes('suspended')) throw problem('AccountSuspended');
}

function checkPerson(access: PeopleAccess, { user }: Actor, services: Services): void {
  const needs = access.who === 'instance' ? [] : access.needs;
  if (needs.includes('terms') && needsTosUpdate(user, services.legal)) throw problem('TermsNotAccepted');
  if (needs.includes('verified') && !user.emailVerified) throw problem('EmailNotVerified');
}

/** The membership that `checkAccess` found for a call of members. */
export function membershipOf(actor: Actor): ActiveMembership {
  if (!actor.membership) throw problem('WorkspaceNotFound');
  return actor.membership;
}
