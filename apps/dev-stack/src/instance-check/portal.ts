import { randomBytes } from 'node:crypto';
import {
  workspaceChangedEvent,
  type AuthConnect,
  type AuthReconnect,
  type Members,
  type Workspace,
  type WorkspaceChanged,
  type WorkspaceRole,
} from '@portal/contract';
import { parseCookie } from 'cookie';
import express, { type Request, type Response } from 'express';
import { ulid } from 'ulid';
import type * as z from 'zod';
import { listen } from '../emulator/server.ts';
import { SigningKeys, type Forgery } from './signing-keys.ts';

type Role = z.infer<typeof WorkspaceRole>;

/** A user of the portal that the checker plays, with one session there. */
export interface PortalUser {
  readonly id: string;
  readonly nickname: string;
  readonly sessionId: string;
  role: Role;
}

/** What is wrong with a token, or with its claims. */
export interface TokenChanges {
  readonly forgery?: Forgery;
  readonly typ?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** How the portal answers while a case runs. */
interface Behavior {
  /** Of the instance tokens that it issues. */
  instanceToken: TokenChanges;
  /** The workspace that a redeemed code is for, instead of its own. */
  connectedWorkspaceId: string | null;
  connectStatus: 200 | 503;
  /** The answer to an instance token. */
  sessionStatus: 200 | 401 | 503;
  introspectionStatus: 200 | 503;
}

const answersAsUsual = (): Behavior => ({
  instanceToken: {},
  connectedWorkspaceId: null,
  connectStatus: 200,
  sessionStatus: 200,
  introspectionStatus: 200,
});

interface Code {
  readonly user: PortalUser;
  readonly workspaceId: string;
  readonly state: string | null;
}

/** The id of another workspace, and of a session that does not exist. */
export const otherId = '01HZZZZZZZZZZZZZZZZZZZZZZZ';

const userCookie = 'check-user';
export const now = () => Date.now() / 1_000;

/** The portal's side of an instance: issuer, keys, logins, sessions and introspection. */
export class Portal {
  readonly url: string;
  readonly workspaceId: string;
  readonly stop: () => Promise<void>;
  /** The URL of the instance, without a slash at its end. */
  instanceUrl = '';
  behavior = answersAsUsual();
  /** The number of the workspace's last change. */
  revision = 1;
  /** How often the keys were read. */
  keyReads = 0;
  readonly #keys: SigningKeys;
  readonly #users = new Map<string, PortalUser>();
  readonly #codes = new Map<string, Code>();
  readonly #redeemed: string[] = [];
  readonly #entered = new Map<string, PortalUser>();
  readonly #apiTokens = new Map<string, { readonly workspaceId: string; readonly isActive: boolean }>();

  private constructor(url: string, workspaceId: string, keys: SigningKeys, stop: () => Promise<void>) {
    this.url = url;
    this.workspaceId = workspaceId;
    this.#keys = keys;
    this.stop = stop;
  }

  static async start({ port, workspaceId }: { port: number; workspaceId: string }): Promise<Portal> {
    const { url, handle, stop } = await listen(port).catch((cause: unknown) => {
      throw new Error(`The check cannot listen on port ${port}. Give another one with --port.`, { cause });
    });
    const portal = new Portal(url, workspaceId, await SigningKeys.generate(), stop);
    handle(portal.#app());
    return portal;
  }

  reset(): void {
    this.behavior = answersAsUsual();
  }

  addUser(): PortalUser {
    const id = ulid();
    const user: PortalUser = { id, nickname: `check-${id.slice(-10)}`, sessionId: ulid(), role: 'EDITOR' };
    this.#users.set(id, user);
    return user;
  }

  /** Creates a code, as the launch of a workspace does. */
  addCode(user: PortalUser, state: string | null = null, workspaceId = this.workspaceId): string {
    const code = randomBytes(24).toString('base64url');
    this.#codes.set(code, { user, state, workspaceId });
    return code;
  }

  /** Opens a URL of `/go` in the browser of this user. Returns where it leads. */
  async go(url: string, user: PortalUser): Promise<string> {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: `${userCookie}=${user.id}` } });
    return response.headers.get('location') ?? '';
  }

  /** How often the instance tried to redeem a code. */
  redemptions(code: string): number {
    return this.#redeemed.filter((each) => each === code).length;
  }

  logoutToken(user: PortalUser, endedAt: number, { forgery, typ, claims }: TokenChanges = {}): Promise<string> {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const usual = { sub: user.id, sid: user.sessionId, toe: endedAt, events, exp: Math.floor(now()) + 120 };
    return this.#sign('logout', typ ?? 'logout+jwt', { aud: this.workspaceId, ...usual, ...claims }, forgery);
  }

  /** An event with the state of the workspace: these members and no others. */
  eventToken(
    members: readonly PortalUser[],
    revision: number,
    { forgery, typ, claims }: TokenChanges = {},
  ): Promise<string> {
    const change: WorkspaceChanged = {
      revision,
      displayName,
      approvalsEnabled: false,
      members: members.map(({ id, role }) => ({ userId: id, role })),
    };
    const usual = { events: { [workspaceChangedEvent]: change } };
    return this.#sign('event', typ ?? 'secevent+jwt', { aud: this.workspaceId, ...usual, ...claims }, forgery);
  }

  async apiToken({ isActive = true, workspaceId = this.workspaceId } = {}): Promise<string> {
    const claims = { sub: ulid(), aud: workspaceId, workspaceId, scope: 'platform', exp: Math.floor(now()) + 3_600 };
    const token = await this.#sign('api', 'api+jwt', claims);
    this.#apiTokens.set(token, { isActive, workspaceId });
    return token;
  }

  #sign(
    purpose: 'instance' | 'logout' | 'event' | 'api',
    typ: string,
    claims: Readonly<Record<string, unknown>>,
    forgery?: Forgery,
  ) {
    const usual = { iss: this.url, jti: ulid(), iat: Math.floor(now()) };
    return this.#keys.sign(purpose, typ, { ...usual, ...claims }, forgery);
  }

  #app() {
    const app = express().disable('x-powered-by').disable('etag');
    app.get('/.well-known/jwks.json', (_request, response) => {
      this.keyReads += 1;
      response.json(this.#keys.jwks);
    });
    app.get('/.well-known/oauth-authorization-server', (_request, response) =>
      response.json({
        issuer: this.url,
        jwks_uri: `${this.url}/.well-known/jwks.json`,
        introspection_endpoint: `${this.url}/oauth/introspect`,
        scopes_supported: ['platform'],
        response_types_supported: [],
      }),
    );
    app.get('/workspaces/:workspaceId/go', (request, response) => this.#launch(request, response));
    app.post('/complete-auth-connect', express.json(), (request, response) => this.#connect(request, response));
    app.post('/oauth/introspect', express.urlencoded({ extended: false }), (request, response) =>
      this.#introspect(request, response),
    );
    this.#addCallsWithInstanceToken(app);
    app.get('/workspace/:workspaceId', (_request, response) => response.send('The page of the workspace.'));
    return app;
  }

  #launch({ params, query, headers }: Request<{ workspaceId: string }>, response: Response) {
    const user = this.#users.get(parseCookie(headers.cookie ?? '')[userCookie] ?? '');
    if (!user) {
      response.status(401).send('Only the browsers of the check can open this.');
      return;
    }
    const { state, redirect } = query;
    if (state !== undefined && !(typeof state === 'string' && /^[\x20-\x7e]{1,500}$/.test(state))) {
      response.status(400).json({ type: 'InvalidRequest' });
      return;
    }
    const code = this.addCode(user, state ?? null, params.workspaceId);
    const passedOn = { ...(state !== undefined && { state }), ...(typeof redirect === 'string' && { redirect }) };
    const back = new URLSearchParams({ code, workspaceId: params.workspaceId, ...passedOn });
    response.redirect(303, `${this.instanceUrl}/auth-connect?${back.toString()}`);
  }

  async #connect(request: Request, response: Response) {
    const { code, state } = request.body as Readonly<Record<string, unknown>>;
    if (typeof code !== 'string') return response.status(400).json({ type: 'InvalidRequest' });
    this.#redeemed.push(code);
    if (this.behavior.connectStatus !== 200) return response.status(503).json({ type: 'Unavailable' });
    const found = this.#codes.get(code);
    this.#codes.delete(code);
    if (!found || found.state !== (state ?? null)) return response.status(400).json({ type: 'InvalidCode' });
    return response.json(await this.#enter(found.user, this.behavior.connectedWorkspaceId ?? found.workspaceId));
  }

  async #enter(user: PortalUser, workspaceId: string) {
    const { forgery, typ, claims } = this.behavior.instanceToken;
    const times = { iat: now(), exp: Math.floor(now()) + 3_600 };
    const usual = { sub: user.id, aud: 'instance', workspaceId, sid: user.sessionId, ...times };
    const token = await this.#sign('instance', typ ?? 'instance+jwt', { ...usual, ...claims }, forgery);
    this.#entered.set(token, user);
    return { ...this.#session(user, workspaceId), token } satisfies z.infer<typeof AuthConnect>;
  }

  #session({ id, nickname, role, sessionId }: PortalUser, workspaceId = this.workspaceId) {
    return {
      user: { id, nickname, email: emailOf(nickname), firstName: null, lastName: null, pictureUrl: null },
      workspace: {
        id: workspaceId,
        displayName,
        creatorUserId: id,
        instanceUrl: this.instanceUrl,
        instanceEnvType: 'PRIVATE',
        approvalsEnabled: false,
      },
      role,
      sessionId,
      revision: this.revision,
    } satisfies z.infer<typeof AuthReconnect>;
  }

  #addCallsWithInstanceToken(app: express.Express) {
    const answer = (read: (user: PortalUser) => object) => (request: Request, response: Response) => {
      const user = this.#entered.get(request.headers.authorization?.replace(/^Bearer /i, '') ?? '');
      const status = user ? this.behavior.sessionStatus : 401;
      if (user && status === 200) response.json(read(user));
      else response.status(status).json({ type: status === 401 ? 'NotLoggedIn' : 'Unavailable' });
    };
    app.get(
      '/auth-reconnect',
      answer((user) => this.#session(user)),
    );
    app.get(
      '/workspace/:workspaceId/members',
      answer(() => this.#members()),
    );
    app.get(
      '/workspaces/:workspaceId',
      answer((user) => this.#workspace(user)),
    );
  }

  #members(): z.infer<typeof Members> {
    return [...this.#users.values()].map(({ id, nickname, role }) => ({
      userId: id,
      email: emailOf(nickname),
      nickname,
      role,
      pending: false,
    }));
  }

  #workspace(user: PortalUser): z.infer<typeof Workspace> {
    const names = { firstName: null, lastName: null, nickname: user.nickname };
    return {
      ...this.#session(user).workspace,
      description: null,
      isDefault: false,
      isFavourite: false,
      isHidden: false,
      creatorUser: names,
      createdAt: new Date().toISOString(),
      role: user.role,
      owner: { userId: user.id, ...names },
      lastActiveAt: null,
    };
  }

  #introspect(request: Request, response: Response) {
    if (this.behavior.introspectionStatus !== 200) return response.status(503).json({ type: 'Unavailable' });
    const { token = '', workspace } = request.body as Readonly<Record<string, string | undefined>>;
    const found = this.#apiTokens.get(token);
    if (found?.isActive !== true || (workspace !== undefined && workspace !== found.workspaceId))
      return response.json({ active: false });
    const { workspaceId } = found;
    return response.json({
      active: true,
      iss: this.url,
      sub: ulid(),
      aud: workspaceId,
      principal: 'user',
      username: 'check',
      role: 'EDITOR',
      scope: 'platform',
      exp: Math.floor(now()) + 3_600,
      workspaceId,
      jti: ulid(),
      token_type: 'Bearer',
    });
  }
}

const displayName = 'Checked workspace';
const emailOf = (nickname: string) => `${nickname}@example.com`;
