// The least that can answer the same calls: Express, pg and one prepared statement a call. Nothing else of a product.
import { createHash } from 'node:crypto';
import express, { type RequestHandler } from 'express';
import { SignJWT, generateKeyPair } from 'jose';
import pg from 'pg';
import { ulid } from 'ulid';
import * as sql from './floor.sql.ts';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const { privateKey } = await generateKeyPair('ES256');
const app = express();
app.disable('etag').disable('x-powered-by');

type Row = Record<string, unknown>;

const sessionOf = (cookie = '') => {
  const [, secret = ''] = /(?:^|; )__Host-portal-session=([^;]*)/.exec(cookie) ?? [];
  return createHash('sha256').update(secret).digest('base64url');
};

/** Asks one statement in the name of a session; no row means that it may not. */
const ask =
  (
    statement: { name: string; text: string },
    values: (params: Row, body: Row) => unknown[],
    answer: (rows: Row[], cookie: string | undefined) => unknown,
  ): RequestHandler =>
  async ({ params, body, headers: { cookie } }, res) => {
    const given = [sessionOf(cookie), ...values(params, body as Row)];
    const { rows } = await pool.query<Row>({ ...statement, values: given });
    if (rows.length === 0) res.sendStatus(401);
    else res.json(await answer(rows, cookie));
  };

const nothing = () => [];
const workspace = ({ workspaceId }: Row) => [workspaceId];
const list = async (cookie: string | undefined) =>
  (await pool.query<Row>({ ...sql.listWorkspaces, values: [sessionOf(cookie)] })).rows;
const sign = ([token]: Row[]) => new SignJWT({ ...token }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);

const tokens = '/workspaces/:workspaceId/authTokens';
const token = ({ workspaceId, tokenId }: Row) => [workspaceId, tokenId];
const json = express.json();
app.get(
  '/whoami',
  ask(sql.whoami, nothing, ([user]) => ({ user })),
);
app.get(
  '/workspaces',
  ask(sql.listWorkspaces, nothing, (rows) => rows),
);
app.get(
  '/workspaces/:workspaceId',
  ask(sql.getWorkspace, workspace, ([row]) => row),
);
app.get(
  '/workspace/:workspaceId/members',
  ask(sql.listMembers, workspace, (rows) => rows),
);
app.get(
  tokens,
  ask(sql.listAuthTokens, workspace, (authTokens) => ({ authTokens })),
);
app.get(
  `${tokens}/:tokenId`,
  ask(sql.getAuthToken, token, ([authToken]) => ({ authToken })),
);
app.post(
  '/workspaces/new',
  json,
  ask(
    sql.createWorkspace,
    (_params, { displayName }) => [ulid(), displayName],
    async ([made], cookie) => ({
      workspaces: await list(cookie),
      newWorkspaceId: made?.['id'],
    }),
  ),
);
app.post(
  tokens,
  json,
  ask(
    sql.createAuthToken,
    ({ workspaceId }, { name }) => [workspaceId, ulid(), name],
    async (rows) => ({
      authToken: rows[0],
      token: await sign(rows),
    }),
  ),
);
app.listen(Number(process.env['PORT']), '127.0.0.1');
