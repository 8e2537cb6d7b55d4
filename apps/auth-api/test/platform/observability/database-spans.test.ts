import { statementAttributes } from '../../../src/platform/observability/database-spans.ts';

it.each([
  // A name in a comment, as in *.queries.ts.
  ['\n  /* actor-by-session */\n SELECT 1 FROM "public"."sessions"', 'SELECT', 'actor-by-session'],
  ['SELECT "public"."users"."id" FROM "public"."users" WHERE "public"."users"."id" = $1', 'SELECT', 'SELECT users'],
  ['SELECT COUNT(*) FROM (SELECT "id" FROM "public"."sessions" WHERE 1=1) AS "sub"', 'SELECT', 'SELECT sessions'],
  ['INSERT INTO "public"."users" ("id") VALUES ($1) RETURNING "public"."users"."id"', 'INSERT', 'INSERT users'],
  ['UPDATE "public"."users" SET "nickname" = $1 WHERE "id" = $2', 'UPDATE', 'UPDATE users'],
  ['DELETE FROM rate_limits WHERE key = $1', 'DELETE', 'DELETE rate_limits'],
  ['SELECT id FROM members WHERE id = $1 FOR UPDATE', 'SELECT', 'SELECT members'],
  ['WITH old AS (SELECT 1) SELECT pg_notify($1)', 'SELECT', 'SELECT'],
  ['COMMIT', 'COMMIT', 'COMMIT'],
  ['', 'UNKNOWN', 'UNKNOWN'],
])('the statement %j has the operation %s and the summary %s', (sql, operation, summary) => {
  expect(statementAttributes(sql)).toEqual({ 'db.operation.name': operation, 'db.query.summary': summary });
});
