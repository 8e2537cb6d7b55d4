import type { Actor } from '../account/actor.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { CallRequest } from '../call/types.ts';
import { validateInput } from './validate.ts';
import { findSavedResponse, idempotencyKeyOf, requestUlidOf } from './idempotency-keys.ts';

/**
 * Some calls, such as deleting a workspace, end the user's access to the call. A retry still gets the saved response, unless
 * the handler builds each replay, which requires access.
 */
export const hasEndedOwnAccess = ({ call, handler }: CallRequest, accessError: unknown): boolean =>
  accessError instanceof ApiError &&
  accessError.type === 'WorkspaceNotFound' &&
  call.endsOwnAccess === true &&
  handler.replay === undefined;

/** Returns the saved response of a request that ended the user's access. Throws the error of the access otherwise. */
export async function replayAfterAccessEnded(
  request: CallRequest,
  actor: Actor | null,
  accessError: ApiError,
): Promise<unknown> {
  const { name, call, req, services } = request;
  const mayBeRetry = hasEndedOwnAccess(request, accessError) && actor?.credential.kind === 'session';
  if (!mayBeRetry || requestUlidOf(req.body) === null) throw accessError;
  const key = idempotencyKeyOf(name, validateInput(call, req), req, actor);
  const saved = key && (await findSavedResponse(key, services));
  if (!saved) throw accessError;
  return saved.stored;
}
