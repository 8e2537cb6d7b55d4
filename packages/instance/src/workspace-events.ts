import { errors } from 'jose';
import { toWorkspaceState, type WorkspaceState } from './admission.ts';
import { ConnectError } from './connect-error.ts';
import { acceptedAudience, type Context } from './context.ts';
import { emptyResponse, jsonResponse, readText } from './responses.ts';
import { fieldsOf } from './shapes.ts';

const workspaceChanged = 'urn:account-portal:workspace-changed';
/** Room for about 10,000 members. */
const maxBodyBytes = 1_048_576;

/**
 * Answers `POST /workspace-events`: a Security Event Token (RFC 8417), pushed as RFC 8935 says, with the whole state of a workspace.
 * It changes the sessions with a lower revision only, so late and repeated events do no harm.
 */
export function workspaceEventsHandler(context: Context): (request: Request) => Promise<Response> {
  return async (request) => {
    const contentType = request.headers.get('content-type') ?? '';
    if (!/^application\/secevent\+jwt *(?:;|$)/i.test(contentType))
      return rejection('invalid_request', 'the content type is not application/secevent+jwt');
    const token = await readText(request, maxBodyBytes);
    if (token === null) return rejection('invalid_request', 'the body is too long');
    try {
      const { workspaceId, state } = await verify(token.trim(), context);
      await apply(workspaceId, state, context);
      return emptyResponse(202);
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      if (error.type === 'ApiUnavailable') return jsonResponse(503, { error: 'temporarily_unavailable' });
      return rejection(errorCode(error), error.message);
    }
  };
}

async function verify(token: string, { tokens, accepts }: Context) {
  const claims = await tokens.verify(token, 'event', { requiredClaims: ['aud', 'iat', 'jti', 'events'] });
  const workspaceId = await acceptedAudience(claims, accepts);
  return { workspaceId, state: toWorkspaceState(fieldsOf(claims['events'], 'events')[workspaceChanged]) };
}

async function apply(workspaceId: string, state: WorkspaceState, { store }: Context): Promise<void> {
  const { revision, displayName, approvalsEnabled, roles } = state;
  for (const [key, session] of await store.listByWorkspace(workspaceId)) {
    if (session.revision >= revision) continue;
    const role = roles.get(session.user.id);
    if (role === undefined) await store.delete(key, 'removed');
    else {
      const workspace = { ...session.workspace, displayName, approvalsEnabled };
      await store.replace(key, { ...session, workspace, role, revision });
    }
  }
}

const rejection = (err: string, description: string) => jsonResponse(400, { err, description });

/** RFC 8935, section 2.4. */
function errorCode({ type, cause }: ConnectError): string {
  if (type === 'OtherWorkspace') return 'invalid_audience';
  if (cause instanceof errors.JWTClaimValidationFailed && cause.claim === 'iss') return 'invalid_issuer';
  if (cause instanceof errors.JWTClaimValidationFailed && cause.claim === 'aud') return 'invalid_audience';
  const isKeyError =
    cause instanceof errors.JWSSignatureVerificationFailed ||
    cause instanceof errors.JWKSNoMatchingKey ||
    cause instanceof errors.JOSEAlgNotAllowed;
  return isKeyError ? 'invalid_key' : 'invalid_request';
}
