import { ConnectError } from './connect-error.ts';
import { acceptedAudience, type Context } from './context.ts';
import { deleteOldest } from './delete-oldest.ts';
import { emptyResponse, jsonResponse, readText } from './responses.ts';
import { fieldsOf, numberOf, textOf } from './shapes.ts';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const maxBodyBytes = 16_384;
const maxSeenTokens = 10_000;

/**
 * Answers `POST /backchannel-logout` (OpenID Connect Back-Channel Logout 1.0): ends what the session at the portal entered until its
 * end. A replayed token is answered with 200 and changes nothing.
 */
export function backchannelLogoutHandler(context: Context): (request: Request) => Promise<Response> {
  /** When each token that was applied expires, in seconds, by its `jti`. */
  const seen = new Map<string, number>();

  async function apply(token: string): Promise<void> {
    const { jti, exp, sid, toe, workspaceId } = await verify(token, context);
    if (seen.has(jti)) return;
    for (const [key, session] of await context.store.listByPortalSession(sid))
      if (session.workspace.id === workspaceId && session.enteredAt <= toe) await context.store.delete(key, 'logout');
    for (const [id, expiresAt] of seen) if (expiresAt < Date.now() / 1_000) seen.delete(id);
    seen.set(jti, exp);
    deleteOldest(seen, maxSeenTokens);
  }

  return async (request) => {
    const token = new URLSearchParams((await readText(request, maxBodyBytes)) ?? '').get('logout_token');
    if (token === null) return jsonResponse(400, { error: 'invalid_request' });
    try {
      await apply(token);
      return emptyResponse(200);
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      // The API sends another token after 503, but not after 400.
      if (error.type === 'ApiUnavailable') return jsonResponse(503, { error: 'temporarily_unavailable' });
      return jsonResponse(400, { error: 'invalid_request', error_description: error.message });
    }
  };
}

async function verify(token: string, { tokens, accepts }: Context) {
  const claims = await tokens.verify(token, 'logout', {
    requiredClaims: ['aud', 'exp', 'iat', 'jti', 'sub', 'sid', 'toe', 'events'],
  });
  fieldsOf(fieldsOf(claims['events'], 'events')[logoutEvent], logoutEvent);
  // Forbidden, so that an ID token never passes for a logout token.
  if (claims['nonce'] !== undefined) throw new ConnectError('InvalidToken', 'a logout token has no nonce');
  return {
    jti: textOf(claims, 'jti'),
    exp: numberOf(claims, 'exp'),
    sid: textOf(claims, 'sid'),
    toe: numberOf(claims, 'toe'),
    workspaceId: await acceptedAudience(claims, accepts),
  };
}
