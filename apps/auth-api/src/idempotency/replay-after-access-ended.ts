import type { Actor } from '../auth/actor.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { CallRequest } from '../pipeline/types.ts';
import { validateInput } from '../pipeline/validate.ts';
import { findSavedResponse, idempotencyKeyOf, requestUlidOf } from './idempotency-keys.ts';

/**
 * Some calls, such as deleting a workspace, end the user's access to the call. A retry still gets the saved response, unless
 * the handler builds each replay, which requires access.
 */
export async function replayAfterAccessEnded(
  { name, call, handler, req, services }: CallRequest,
  actor: Actor | null,
  accessError: ApiError,
): Promise<unknown> {
  const mayBeRetry =
    accessError.type === 'WorkspaceNotFound' && call.endsOwnAccess && actor?.credential.kind === 'session';
  if (!mayBeRetry || handler.replay || requestUlidOf(req.body) === null) throw accessError;
  const key = idempotencyKeyOf(name, validateInput(call, req), req.body, actor);
  const saved = key && (await findSavedResponse(key, services));
  if (!saved) throw accessError;
  return saved.stored;
}
