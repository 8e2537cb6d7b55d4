import type { AuthConnect, Member, Workspace } from '@portal/contract';
import { aWorkspace } from '@portal/contract/fixtures';
import express from 'express';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type * as z from 'zod/mini';
import { listen } from '../src/emulator/server.ts';

export const ids = {
  owner: '01JA0000000000000000000001',
  editor: '01JA0000000000000000000002',
  workspace: '01JA0000000000000000000003',
  portalSession: '01JA0000000000000000000004',
  otherPortalSession: '01JA0000000000000000000005',
};

interface State {
  /** The user of each code, and the state it requires. */
  readonly codes: Map<string, { readonly userId: string; readonly state?: string | undefined }>;
  /** The URL of the instance under test. */
  instanceUrl: string;
  /** `/go` drops the state. */
  dropsState: boolean;
  readonly revoked: Set<string>;
  isDown: boolean;
  okStatus: number;
  token: { kid: string; typ: string; audience: string; expires: string; isForeign: boolean; workspaceId: string };
  /** The portal session that the next codes belong to. */
  portalSessionId: string;
  members: Member[];
  workspace: Workspace;
}

interface LogoutTokenChanges {
  readonly sid?: string;
  readonly typ?: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly expires?: string;
  readonly kid?: string;
  readonly isForeign?: boolean;
  readonly claims?: Record<string, unknown>;
}

/** A fake of the auth API's instance calls. Tests change its `state`. */
export async function startFakeAuthApi() {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const { privateKey: foreignKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig' };
  const listener = await listen(0);

  const state: State = {
    codes: new Map(),
    instanceUrl: '',
    dropsState: false,
    revoked: new Set<string>(),
    isDown: false,
    okStatus: 200,
    token: {
      kid: 'instance-1',
      typ: 'instance+jwt',
      audience: 'instance',
      expires: '1h',
      isForeign: false,
      workspaceId: ids.workspace,
    },
    portalSessionId: ids.portalSession,
    members: [
      { userId: ids.owner, email: 'owner@example.com', nickname: 'owner', role: 'OWNER', pending: false },
      { userId: ids.editor, email: 'editor@example.com', nickname: 'editor', role: 'EDITOR', pending: true },
    ],
    workspace: aWorkspace({
      id: ids.workspace,
      displayName: 'A <i>local</i> workspace',
      creatorUserId: ids.owner,
      owner: { userId: ids.owner, firstName: 'Olive', lastName: 'Owner', nickname: 'owner' },
    }),
  };

  const tokenFor = (userId: string) => {
    const { kid, typ, audience, expires, isForeign, workspaceId } = state.token;
    return new SignJWT({ workspaceId, sid: state.portalSessionId })
      .setProtectedHeader({ alg: 'ES256', kid, typ })
      .setIssuer(listener.url)
      .setAudience(audience)
      .setSubject(userId)
      .setJti(`${userId}-${String(Math.random())}`)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(isForeign ? foreignKey : privateKey);
  };

  const userOf = (userId: string): z.infer<typeof AuthConnect>['user'] => {
    const member = state.members.find((candidate) => candidate.userId === userId);
    const email = member?.email ?? '';
    return {
      id: userId,
      nickname: member?.nickname ?? '',
      email,
      firstName: 'Olive',
      lastName: null,
      pictureUrl: null,
    };
  };

  const admissionOf = (userId: string) => ({
    user: userOf(userId),
    workspace: state.workspace,
    role: state.members.find((member) => member.userId === userId)?.role,
    sessionId: state.portalSessionId,
    revision: 1,
  });

  const subjects = new Map<string, string>();
  const app = express();
  app.use((_request, response, next) => {
    if (state.isDown) response.status(503).json({ error: { type: 'NotReady', message: '' }, requestId: 'x' });
    else next();
  });
  app.get('/.well-known/jwks.json', (_request, response) => {
    response.json({ keys: ['instance-1', 'logout-1'].map((kid) => ({ ...jwk, kid })) });
  });
  app.get('/workspaces/:id/go', (request, response) => {
    const { code: previousCode, state: requestState, redirect } = request.query as Record<string, string | undefined>;
    const userId = state.codes.get(previousCode ?? '')?.userId ?? '';
    state.codes.delete(previousCode ?? '');
    const returnedState = state.dropsState ? undefined : requestState;
    const code = `code ${String(state.codes.size)} of ${userId}`;
    state.codes.set(code, { userId, state: returnedState });
    const query = new URLSearchParams({
      code,
      workspaceId: request.params.id,
      ...(returnedState !== undefined && { state: returnedState }),
      ...(redirect !== undefined && { redirect }),
    });
    response.redirect(303, `${state.instanceUrl}/auth-connect?${query.toString()}`);
  });
  app.post('/complete-auth-connect', express.json(), async (request, response) => {
    const body = request.body as { code: string; state?: string };
    const code = state.codes.get(body.code);
    state.codes.delete(body.code);
    if (code === undefined || code.state !== body.state) {
      response.status(400).json({ error: { type: 'InvalidCode', message: '' }, requestId: 'x' });
      return;
    }
    const { userId } = code;
    const token = await tokenFor(userId);
    subjects.set(token, userId);
    response.status(state.okStatus).json({ ...admissionOf(userId), token });
  });
  app.use((request, response, next) => {
    const userId = subjects.get(request.get('authorization')?.replace(/^Bearer /, '') ?? '');
    const isMember = state.members.some((member) => member.userId === userId);
    if (userId === undefined || !isMember || state.revoked.has(userId))
      response.status(401).json({ error: { type: 'InvalidToken' } });
    else {
      response.locals['userId'] = userId;
      next();
    }
  });
  app.get('/auth-reconnect', (_request, response) => {
    response.json(admissionOf(String(response.locals['userId'])));
  });
  app.get('/workspace/:id/members', (_request, response) => {
    response.json(state.members);
  });
  app.get('/workspaces/:id', (_request, response) => {
    response.json(state.workspace);
  });
  listener.handle(app);

  /** A logout token with these changes. */
  const logoutTokenFor = (userId: string, { sid, ...changes }: LogoutTokenChanges = {}) =>
    new SignJWT({
      sid: sid ?? ids.portalSession,
      toe: Date.now() / 1_000,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...changes.claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: changes.kid ?? 'logout-1', typ: changes.typ ?? 'logout+jwt' })
      .setIssuer(changes.issuer ?? listener.url)
      .setAudience(changes.audience ?? ids.workspace)
      .setSubject(userId)
      .setJti('a-logout')
      .setIssuedAt()
      .setExpirationTime(changes.expires ?? '2m')
      .sign(changes.isForeign ? foreignKey : privateKey);

  return { ...listener, state, logoutTokenFor };
}
