// An instance of the platform in Express. It logs users in from the account portal, logs them out with it, follows changes of their
// role, and accepts the API tokens of its workspace.
import { randomBytes } from 'node:crypto';
import express from 'express';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const { AUTH_API_URL: api, PORTAL_URL: portal, PORT = '8080', TOKEN_ISSUER: issuer = api } = process.env;
const keys = createRemoteJWKSet(new URL(`${api}/.well-known/jwks.json`), { cacheMaxAge: 300_000 });

/** Who is logged in, by the value of the cookie. Use a database: this is lost when the process ends. */
const sessions = new Map();
const cookieOf = (request, name) => new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1];
const setCookie = (response, name, value) =>
  response.cookie(name, value, { httpOnly: true, sameSite: 'lax', secure: response.req.secure });
const sessionOf = (request) => sessions.get(cookieOf(request, 'session'));
/** Only a path of this instance. */
const safePath = (path) => (/^\/(?![/\\])[^\\\r\n]*$/.test(path ?? '') ? path : '/');

/** Verifies a JWT of the account portal. The id of its key begins with what the key signs. */
function verify(token, purpose, options) {
  const key = (header, jws) => {
    if (!header.kid?.startsWith(`${purpose}-`)) throw new Error('This key signs something else.');
    return keys(header, jws);
  };
  return jwtVerify(token, key, { issuer, ...options });
}

const app = express();
app.set('trust proxy', 'loopback');

// The portal sends the browser here. The first visit has no state: the browser gets one, and fetches a code that belongs to it.
app.get('/auth-connect', async (request, response) => {
  const { code, workspaceId, state, redirect } = request.query;
  if (state === undefined) {
    const created = randomBytes(16).toString('hex');
    setCookie(response, 'state', created);
    const query = new URLSearchParams({ code, state: created, ...(redirect !== undefined && { redirect }) });
    return response.redirect(303, `${api}/workspaces/${encodeURIComponent(workspaceId)}/go?${query}`);
  }
  if (state !== cookieOf(request, 'state')) return response.status(403).send('This browser did not start the login.');
  const answer = await fetch(`${api}/complete-auth-connect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, state }),
  });
  if (!answer.ok) return response.status(403).send('The login failed. Open the workspace in the account portal again.');
  const { user, workspace, role, sessionId, token } = await answer.json();
  const { payload } = await verify(token, 'instance', { audience: 'instance', typ: 'instance+jwt' });
  if (workspace.id !== workspaceId) return response.status(403).send('The code is for another workspace.');
  const id = randomBytes(32).toString('base64url');
  sessions.set(id, { user, workspace, role, sessionId, token, enteredAt: payload.iat });
  setCookie(response, 'session', id);
  response.redirect(303, safePath(redirect));
});

// After the owner has changed a role or removed a member, the portal sends the owner's browser here. That is only a hint: ask the API.
app.get('/refresh-auth', async (request, response) => {
  const { workspaceId } = request.query;
  for (const [id, session] of sessions) if (session.workspace.id === workspaceId) await refresh(id, session);
  response.redirect(303, `${portal}/workspace/${encodeURIComponent(workspaceId)}`);
});

async function refresh(id, session) {
  const answer = await fetch(`${api}/auth-reconnect`, { headers: { authorization: `Bearer ${session.token}` } });
  if (answer.status === 401) sessions.delete(id);
  if (!answer.ok) return;
  const { user, workspace, role } = await answer.json();
  sessions.set(id, { ...session, user, workspace, role });
}

// OpenID Connect Back-Channel Logout 1.0. Whoever entered again after the end (`toe`) stays logged in.
app.post('/backchannel-logout', express.urlencoded({ extended: false }), async (request, response) => {
  try {
    const { payload } = await verify(request.body?.logout_token ?? '', 'logout', { typ: 'logout+jwt' });
    for (const [id, { sessionId, workspace, enteredAt }] of sessions)
      if (sessionId === payload.sid && workspace.id === payload.aud && enteredAt <= payload.toe) sessions.delete(id);
    response.set('cache-control', 'no-store').end();
  } catch {
    response.status(400).json({ error: 'invalid_request' });
  }
});

app.get('/', (request, response) => {
  const session = sessionOf(request);
  if (!session) return response.status(401).send('Open the workspace in the account portal.');
  response.json({ user: session.user.nickname, workspace: session.workspace.displayName, role: session.role });
});

// What programs call with an API token. The account portal knows whether the token is active, and for whom.
app.get('/api/status', async (request, response) => {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const workspace = process.env.WORKSPACE_ID ?? '';
  const form = new URLSearchParams({ token: token ?? '-', workspace, client_address: request.ip ?? '' });
  const answer = await fetch(`${api}/oauth/introspect`, { method: 'POST', body: form });
  if (!answer.ok) return response.status(503).set('retry-after', '5').json({ error: 'temporarily_unavailable' });
  const { active, username, role, scope } = await answer.json();
  if (!active) return response.status(401).set('www-authenticate', 'Bearer').json({ error: 'invalid_token' });
  response.json({ username, role, scope });
});

const server = app.listen(Number(PORT), () => console.log(`Listening on ${server.address().port}`));
