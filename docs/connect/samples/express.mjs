// An instance of the platform in Express, for one workspace. It logs users in from the account portal, logs them out with it, follows
// changes of their role, and accepts the API tokens of the workspace.
import { randomBytes } from 'node:crypto';
import express from 'express';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';

const { AUTH_API_URL: api, PORTAL_URL: portal, WORKSPACE_ID, PORT = '8080', TOKEN_ISSUER: issuer = api } = process.env;
if (!api || !portal || !WORKSPACE_ID) throw new Error('Set AUTH_API_URL, PORTAL_URL and WORKSPACE_ID.');
const keys = createRemoteJWKSet(new URL(`${api}/.well-known/jwks.json`), { cacheMaxAge: 300_000 });

/** Who is logged in, by the value of the cookie. Use a database: this is lost when the process ends. */
const sessions = new Map();
const checkEveryMs = 300_000;

const call = (path, options) => fetch(`${api}${path}`, { ...options, signal: AbortSignal.timeout(5_000) });
/** `__Host-` keeps other hosts of the domain from setting the cookie. It needs HTTPS. */
const cookieName = (request, name) => (request.secure ? `__Host-${name}` : name);
const cookieOf = (request, name) =>
  new RegExp(`(?:^|; )${cookieName(request, name)}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1];
const setCookie = (request, response, name, value) =>
  response.cookie(cookieName(request, name), value, { httpOnly: true, sameSite: 'lax', secure: request.secure });
/** Only a path of this instance. */
const safePath = (path) => (/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path ?? '') ? path : '/');

/** Verifies a JWT of the account portal. The id of its key begins with what the key signs. */
function verify(token, purpose, options) {
  const key = (header, jws) => {
    if (!header.kid?.startsWith(`${purpose}-`)) throw new errors.JWKInvalid('This key signs something else.');
    return keys(header, jws);
  };
  return jwtVerify(token, key, { issuer, algorithms: ['ES256'], ...options });
}

/** Whether a token was rejected. Other errors are about the keys: they could not be fetched, or one is newer than ours. */
const aboutKeys = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_NO_MATCHING_KEY', 'ERR_JOSE_GENERIC'];
const isForged = (error) => error instanceof errors.JOSEError && !aboutKeys.includes(error.code);

/** Redeems a code for a session. */
async function redeem(code, state) {
  const answer = await call('/complete-auth-connect', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, state }),
  });
  if (!answer.ok) throw new Error(`The account portal answered ${answer.status}.`);
  const { user, workspace, role, revision, sessionId, token } = await answer.json();
  if (workspace.id !== WORKSPACE_ID) throw new Error('The code is for another workspace.');
  const { payload } = await verify(token, 'instance', { audience: 'instance', typ: 'instance+jwt' });
  const { iat: enteredAt, exp: endsAt } = payload;
  // An event or a logout token may have come meanwhile, so the first request asks again.
  return { user, workspace, role, revision, sessionId, token, enteredAt, endsAt, checkedAt: 0 };
}

const app = express();
// The addresses of your proxies: without them, cookies are not secure, and API tokens come from the wrong network.
app.set('trust proxy', process.env.TRUSTED_PROXIES ?? 'loopback');

// The portal sends the browser here. The first visit has no state: the browser gets one, and fetches a code that belongs to it.
app.get('/auth-connect', async (request, response) => {
  const { code, workspaceId, state, redirect } = request.query;
  // Anyone can create a workspace with the URL of this instance.
  if (workspaceId !== WORKSPACE_ID) return response.status(403).send('This instance serves another workspace.');
  if (state === undefined) {
    const created = randomBytes(16).toString('hex');
    setCookie(request, response, 'state', created);
    const query = new URLSearchParams({ code, state: created, ...(redirect !== undefined && { redirect }) });
    return response.redirect(303, `${api}/workspaces/${WORKSPACE_ID}/go?${query}`);
  }
  if (state !== cookieOf(request, 'state')) return response.status(403).send('This browser did not start the login.');
  setCookie(request, response, 'state', '');
  const session = await redeem(code, state).catch((error) => console.error(`Login: ${error.message}`));
  if (!session) return response.status(403).send('The login failed. Open the workspace in the account portal again.');
  const id = randomBytes(32).toString('base64url');
  sessions.set(id, session);
  setCookie(request, response, 'session', id);
  response.redirect(303, safePath(redirect));
});

/** Reads the role again. Only 401 says that the session has ended. */
async function check(id, session) {
  session.checkedAt = Date.now();
  const answer = await call('/auth-reconnect', { headers: { authorization: `Bearer ${session.token}` } });
  if (answer.status === 401) sessions.delete(id);
  if (!answer.ok) return;
  const { user, workspace, role, revision } = await answer.json();
  // A newer event may have come meanwhile.
  if (revision >= session.revision) Object.assign(session, { user, workspace, role, revision });
}

// After the owner has changed a role or removed a member, the portal sends the owner's browser here. That is only a hint, and anyone
// can give it: each session is checked when it is used next.
app.get('/refresh-auth', (_request, response) => {
  for (const session of sessions.values()) session.checkedAt = 0;
  response.redirect(303, `${portal}/workspace/${WORKSPACE_ID}`);
});

async function sessionOf(request) {
  const id = cookieOf(request, 'session');
  const session = sessions.get(id);
  if (!session) return undefined;
  if (session.endsAt < Date.now() / 1_000) sessions.delete(id);
  // An API that does not answer says nothing about the session.
  else if (session.checkedAt < Date.now() - checkEveryMs) await check(id, session).catch(() => undefined);
  return sessions.get(id);
}

// OpenID Connect Back-Channel Logout 1.0. Sessions that were entered after the end (`toe`) go on.
app.post('/backchannel-logout', express.urlencoded({ extended: false }), async (request, response) => {
  try {
    const options = { audience: WORKSPACE_ID, typ: 'logout+jwt', requiredClaims: ['sid', 'toe', 'events'] };
    const { payload } = await verify(request.body?.logout_token ?? '', 'logout', options);
    if (!payload.events['http://schemas.openid.net/event/backchannel-logout'])
      throw new errors.JWTInvalid('No logout.');
    for (const [id, { sessionId, enteredAt }] of sessions)
      if (sessionId === payload.sid && enteredAt <= payload.toe) sessions.delete(id);
    response.set('cache-control', 'no-store').end();
  } catch (error) {
    if (isForged(error)) return response.status(400).json({ error: 'invalid_request' });
    // The API sends the token again after 503, but not after 400.
    response.status(503).json({ error: 'temporarily_unavailable' });
  }
});

/** Applies the state of the workspace to the sessions that have an older one. */
function applyChange({ revision, displayName, members }) {
  const roles = new Map(members.map(({ userId, role }) => [userId, role]));
  for (const [id, session] of sessions) {
    if (session.revision >= revision) continue;
    const role = roles.get(session.user.id);
    if (!role) sessions.delete(id);
    else Object.assign(session, { workspace: { ...session.workspace, displayName }, role, revision });
  }
}

/** The code of RFC 8935 for a token that was rejected. */
function eventError({ claim, code }) {
  if (claim === 'iss') return 'invalid_issuer';
  if (claim === 'aud') return 'invalid_audience';
  const isKey = ['ERR_JWK_INVALID', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'].includes(code);
  return isKey ? 'invalid_key' : 'invalid_request';
}

// A Security Event Token (RFC 8417) that the API pushes (RFC 8935): the whole state of the workspace.
app.post(
  '/workspace-events',
  express.text({ type: 'application/secevent+jwt', limit: '1mb' }),
  async (request, response) => {
    try {
      const options = { audience: WORKSPACE_ID, typ: 'secevent+jwt', requiredClaims: ['jti', 'iat', 'events'] };
      const { payload } = await verify(request.body ?? '', 'event', options);
      const change = payload.events['urn:account-portal:workspace-changed'];
      if (change) applyChange(change);
      response.status(202).end();
    } catch (error) {
      if (!isForged(error)) return response.status(503).end();
      response.status(400).json({ err: eventError(error), description: error.message });
    }
  },
);

app.get('/', async (request, response) => {
  const session = await sessionOf(request);
  if (!session) return response.status(401).send('Open the workspace in the account portal.');
  response.json({ user: session.user.nickname, workspace: session.workspace.displayName, role: session.role });
});

/** Asks the account portal whether an API token is active, and for whom. Null if the account portal does not answer. */
async function introspect(token, address) {
  const form = new URLSearchParams({ token, workspace: WORKSPACE_ID, client_address: address ?? '' });
  const answer = await call('/oauth/introspect', { method: 'POST', body: form }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

// What programs call with an API token that has the scope `platform`.
app.get('/api/status', async (request, response) => {
  const [, token] = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const found = token === undefined ? { active: false } : await introspect(token, request.ip);
  if (found === null) return response.status(503).set('retry-after', '5').json({ error: 'temporarily_unavailable' });
  if (!found.active) return response.status(401).set('www-authenticate', 'Bearer').json({ error: 'invalid_token' });
  if (!found.scope.split(' ').includes('platform')) return response.status(403).json({ error: 'insufficient_scope' });
  response.json({ username: found.username, role: found.role });
});

const server = app.listen(Number(PORT), () => console.log(`Listening on ${server.address().port}`));
