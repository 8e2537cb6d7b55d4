import type { Actor } from '../account/actor.ts';
import { authenticate, actorForUpdate } from './authenticate.ts';
import { accessTargetOf, authorize } from './authorize.ts';
import { lockEmails, userForUpdate, workspaceForUpdate } from '../account/row-locks.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { isUnauthenticatedAccess } from '../call/possible-errors.ts';
import { contextOf } from '../call/request-context.ts';
import type { CallRequest, IdempotencyKey, ValidRequest } from '../call/types.ts';
import { findSavedResponse, type SavedResponse } from './idempotency-keys.ts';
import { hasEndedOwnAccess } from './replay-after-access-ended.ts';

// A request is authorized before its body is read, which can take seconds, and some requests then wait for another service. The
// user's session, locks, role and staff rights may end meanwhile.

/** Locks the email addresses that a change locks before its actor. */
export async function lockEmailsFirst({ actor, handler, input }: ValidRequest, context: DbContext): Promise<void> {
  const emails = actor && (await handler.locks?.emails?.(input, { ...context, actor }));
  if (emails && emails.length > 0) await lockEmails(emails, context.db);
}

/** Locks the other users of a change and the actor's user, by id, and then the workspaces that the handler names, by id. */
async function lockUsersAndWorkspacesFirst(
  { handler: { locks }, input }: ValidRequest,
  actor: Actor,
  context: DbContext,
): Promise<void> {
  if (!locks?.users && !locks?.workspaces) return;
  if (!actor.user) throw new AppError('A service account makes no call that locks other users or workspaces first');
  const others = (await locks.users?.(input, { ...context, actor })) ?? [];
  const modeOfActor = locks.changes?.includes('user') ? 'UPDATE' : 'SHARE';
  // The workspaces follow from the user as it is now, not as it was before the lock.
  let { user } = actor;
  for (const id of [...new Set([user.id, ...others])].sort()) {
    const isActor = id === actor.user.id;
    const locked = await userForUpdate(id, isActor ? modeOfActor : 'SHARE', context.db);
    if (isActor && locked) user = locked;
  }
  const workspaceIds = (await locks.workspaces?.(input, { ...context, actor: { ...actor, user } })) ?? [];
  for (const id of [...new Set(workspaceIds)].sort()) await workspaceForUpdate(id, context.db);
}

type RequestWithRights = ValidRequest & { readonly actor: Actor };

/**
 * Locks the rights of a request's actor until the transaction ends, and authorizes the request again. Returns the request with the
 * current actor.
 */
export async function rightsForUpdate(request: ValidRequest, context: DbContext): Promise<RequestWithRights> {
  const { actor } = await lockActor(request, null, context);
  return authorizeAgain(request, actor);
}

/**
 * The same, and claims the request's idempotency key, if it has one. `saved` is the response of an earlier request with the key, and
 * `current` is null if that request ended the user's access.
 */
export async function rightsAndKeyForUpdate(
  request: ValidRequest,
  context: DbContext,
): Promise<{ readonly current: RequestWithRights | null; readonly saved: SavedResponse | null }> {
  const { idempotencyKey: key } = request;
  const { actor, isFirst } = await lockActor(request, key, context);
  const saved = key && !isFirst ? await findSavedResponse(key, context) : null;
  try {
    return { current: authorizeAgain(request, actor), saved };
  } catch (error) {
    if (saved && hasEndedOwnAccess(request, error)) return { current: null, saved };
    throw error;
  }
}

function authorizeAgain(request: ValidRequest, actor: Actor | null): RequestWithRights {
  const { call, req, services } = request;
  if (isUnauthenticatedAccess(call.access)) throw new AppError(`${request.name} needs no rights`);
  authorize(call.access, actor, accessTargetOf(req), services);
  return { ...request, actor };
}

async function lockActor(
  request: ValidRequest,
  key: IdempotencyKey | null,
  context: DbContext,
): ReturnType<typeof actorForUpdate> {
  const { actor, call, handler, req, services } = request;
  const { access } = call;
  if (!actor || isUnauthenticatedAccess(access))
    throw new AppError(`${request.name} has no actor whose rights to lock`);
  const workspaceId = access.who === 'member' ? accessTargetOf(req).workspaceId : null;
  await lockUsersAndWorkspacesFirst(request, actor, context);
  const changes = handler.locks?.changes ?? [];
  return actorForUpdate(actor, { workspaceId, changes, key }, context, services);
}

/** Authorizes a request again, without a transaction. Returns the request with the current actor. */
export async function readRightsAgain<R extends CallRequest>(
  request: R,
): Promise<R & { readonly actor: Actor | null }> {
  const { call, req, services } = request;
  if (isUnauthenticatedAccess(call.access)) return { ...request, actor: null };
  const target = accessTargetOf(req);
  const current = await authenticate(request, target.workspaceId);
  authorize(call.access, current, target, services);
  return { ...request, actor: current };
}

/**
 * Rejects if the actor of a request may not make the call any more, or has another role in the workspace since the request authenticated:
 * what the handler lets them see may depend on the role.
 */
export async function rejectChangedRights(request: CallRequest): Promise<void> {
  const { actor } = await readRightsAgain(request);
  if (actor?.membership?.role !== contextOf(request.res).actor?.membership?.role) throw apiError('NotAllowed');
}
