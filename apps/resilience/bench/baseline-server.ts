// The baseline: the least that can answer the same calls. Express, pg and one prepared statement per call, nothing else.
import { createHash } from 'node:crypto';
import express, { type RequestHandler } from 'express';
import { jwtVerify, SignJWT } from 'jose';
import pg from 'pg';
import { ulid } from 'ulid';
import { loadSigningKeys } from '@portal/auth-api/src/request/auth/signing-keys.ts';
import { createLogger } from '@portal/auth-api/src/platform/observability/logger.ts';
import * as sql from './baseline.queries.ts';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const signingKeys = await loadSigningKeys(process.env['SIGNING_KEYS_DIR'] ?? '', createLogger('silent'), {
  createsMissing: false,
});
const { privateKey, publicKey } = signingKeys.api.current;
const app = express();
app.disable('etag').disable('x-powered-by');

type Row = Record<string, unknown>;

const sessionHash = (cookie = '') => {
  const [, secret = ''] = /(?:^|; )__Host-portal-session=([^;]*)/.exec(cookie) ?? [];
  return createHash('sha256').update(secret).digest('base64url');
};

/** Runs one statement for the session of the request. No rows means that the session has no access. */
const respondWith =
  (
    statement: { name: string; text: string },
    valuesFrom: (params: Row, body: Row) => unknown[],
    toResponse: (rows: Row[], cookie: string | undefined) => unknown,
  ): RequestHandler =>
  async ({ params, body, headers: { cookie } }, res) => {
    const values = [sessionHash(cookie), ...valuesFrom(params, body as Row)];
    const { rows } = await pool.query<Row>({ ...statement, values });
    if (rows.length === 0) res.sendStatus(401);
    else res.json(await toResponse(rows, cookie));
  };

const noValues = () => [];
const workspaceValues = ({ workspaceId }: Row) => [workspaceId];
const tokenValues = ({ workspaceId, tokenId }: Row) => [workspaceId, tokenId];
const listWorkspaces = async (cookie: string | undefined) =>
  (await pool.query<Row>({ ...sql.listWorkspaces, values: [sessionHash(cookie)] })).rows;
const sign = ([token]: Row[]) => new SignJWT({ ...token }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);

const tokensPath = '/workspaces/:workspaceId/authTokens';
const json = express.json();
app.get(
  '/whoami',
  async ({ headers: { authorization } }, res, next) => {
    if (authorization === undefined) {
      next();
      return;
    }
    const { payload } = await jwtVerify(authorization.replace(/^Bearer /, ''), publicKey);
    const { rows } = await pool.query<Row>({ ...sql.whoamiByToken, values: [payload.jti] });
    if (rows.length === 0) res.sendStatus(401);
    else res.json({ user: rows[0] });
  },
  respondWith(sql.whoami, noValues, ([user]) => ({ user })),
);
app.get(
  '/workspaces',
  respondWith(sql.listWorkspaces, noValues, (rows) => rows),
);
app.get(
  '/workspaces/:workspaceId',
  respondWith(sql.getWorkspace, workspaceValues, ([row]) => row),
);
app.get(
  '/workspace/:workspaceId/members',
  respondWith(sql.listMembers, workspaceValues, (rows) => rows),
);
app.get(
  tokensPath,
  respondWith(sql.listAuthTokens, workspaceValues, (authTokens) => ({ authTokens })),
);
app.get(
  `${tokensPath}/:tokenId`,
  respondWith(sql.getAuthToken, tokenValues, ([authToken]) => ({ authToken })),
);
app.post(
  '/workspaces/new',
  json,
  respondWith(
    sql.createWorkspace,
    (_params, { displayName }) => [ulid(), displayName],
    async ([created], cookie) => ({
      workspaces: await listWorkspaces(cookie),
      newWorkspaceId: created?.['id'],
    }),
  ),
);
app.post(
  tokensPath,
  json,
  respondWith(
    sql.createAuthToken,
    ({ workspaceId }, { name }) => [workspaceId, ulid(), name],
    async (rows) => ({
      authToken: rows[0],
      token: await sign(rows),
    }),
  ),
);
app.listen(Number(process.env['PORT']), '127.0.0.1');
