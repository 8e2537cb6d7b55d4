import {
  accessEndLimit,
  apiScopes,
  apiTokenPattern,
  calls,
  defaultWriteLimit,
  invalidInputLimit,
  maxRevokedTokens,
  oauthErrorCodeOf,
  oauthErrorCodes,
  requestUlidHeader,
  tokenReadLimit,
} from '@portal/contract';
import { possibleErrors, sharedErrors } from '../../../request/call/possible-errors.ts';
import { idempotencyKeyHeader } from '../../../request/stages/idempotency-keys.ts';
import { code, errorLinks, markdownTable } from './markdown.ts';

/** Stands for the URL of the API in docs/generated/. */
export const exampleApiUrl = 'https://auth-api.example.com';

/** The errors of the calls under `/oauth/`. */
const oauthErrorTypes = [
  ...new Set(Object.values(calls).flatMap((call) => (call.wire === 'oauth' ? possibleErrors(call) : []))),
];

/** The part of docs/generated/api.md that applies to all calls. */
export const introduction = `# API reference

The auth API manages accounts, workspaces, members and tokens. Requests and responses are JSON, except for calls that a browser
navigates to and calls under \`/oauth/\`. Timestamps are ISO 8601 in UTC, and ids are ULIDs.

\`GET /openapi.json\` returns this reference as an OpenAPI 3.1 document. To generate TypeScript types:

\`\`\`sh
npx openapi-typescript openapi.json -o api.ts
\`\`\`

Our tests compile these types and lint the document with Redocly. Other generators are untested, and must support OpenAPI 3.1.

## Authentication

| Credential | Sent as | Access |
| --- | --- | --- |
| session | a cookie that the login sets | everything that its user may do |
| API token | \`Authorization: Bearer …\` | what its [scopes](#what-api-tokens-can-do) allow in one workspace |
| instance token | \`Authorization: Bearer …\` | what a platform instance needs to know about its workspace and its user |

Each call lists the credentials that it accepts. If a request has an \`Authorization\` header, the session cookie is ignored.

Some calls also require a recent login. Most changes by staff do: a script that uses a staff session gets
[FreshLoginRequired](errors.md#freshloginrequired) 15 minutes after the login (\`REAUTH_MAX_AGE_MINUTES\`), until its user logs in again.

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" ${exampleApiUrl}/whoami
\`\`\`

### What API tokens can do

An API token belongs to one workspace. It acts as the user who created it, or as a service account of the workspace.

- The token of a user can do what its scopes allow **and** what the role of that user allows at that moment. It ends with the membership.
- The token of a service account can do what its scopes allow. Only the owner of the workspace creates one. It outlives the person who created it, and pauses while the account of the owner is locked. Its role is for instances.

${markdownTable(
  ['Scope', 'Allows', 'Roles of a user'],
  Object.entries(apiScopes).map(([name, { description, roles }]) => [
    code(name),
    `${description}.`,
    roles.map((role) => code(role)).join(', '),
  ]),
)}

Each call names its scope. Without it the token gets [InsufficientScope](errors.md#insufficientscope), and \`WWW-Authenticate\` names the
scope. The scopes of a token never change. Every token can read and revoke itself, unless it is paused. No token creates tokens, deletes the workspace, touches
its owner, makes anyone the owner, changes the instance URL, or reaches billing, accounts or calls of staff.

A deployment can have further scopes for its platform (\`PLATFORM_SCOPES\`), which instances interpret. The claim \`scope\` of the JWT has
all scopes, separated by spaces. \`aud\` has \`auth-api\` if one of them is of this API, and the id of the workspace if one is of the
platform. \`sub\` is the id of the user or of the service account, which has the claim \`principal: "service_account"\`.

To replace a token without an outage, create its successor with [rotateAuthToken](#rotateauthtoken): both work until the overlap ends.
A token that was created with \`canRotateItself\` can make this call in the second half of its life. A lost answer is no loss: the same
\`Idempotency-Key\` returns the same successor again for ten minutes.

An instance that receives an API token asks [introspectToken](#introspecttoken) about it: see \`docs/connect/protect-your-api.md\`.

## Leaked tokens

Every API token matches this regular expression, so that a scanner finds tokens that were leaked: \`${apiTokenPattern}\`

If you find a token, revoke it. You need no account: holding the token is enough (RFC 7009).

\`\`\`sh
curl --data-urlencode "token=$TOKEN" ${exampleApiUrl}/oauth/revoke
\`\`\`

The parameter \`token\` can be repeated, up to ${maxRevokedTokens.toLocaleString('en')} times and 1 MB. The response is 200 with \`{}\`, also for a text that is not a token
of ours, and for a token that has ended. After \`429\` or \`503\`, tokens can still be active: send the request again. Each text that is not a
token of ours counts as a failed request. The user of a token that you revoke, or the owner for one of a service account, gets an email.

## Making changes

Any non-GET request authenticated by a session must have the header \`${requestUlidHeader}\` with a new ULID, must come from the
portal’s own pages, and must send its body as \`application/json\`.

A \`requestUlid\` in the body, also a ULID, makes the request safe to retry: the same user, call and ULID return the first
response, and nothing is done twice. With an API token, the header \`${idempotencyKeyHeader}\` does the same, with any text of up to 255 visible
ASCII characters; a key of a user or service account in a workspace is theirs, whichever of their tokens sends it. Reusing a key with different values fails with
[IdempotencyKeyReused](errors.md#idempotencykeyreused).

## Responses

Every response has the header \`X-Request-Id\`, the id of the request in the log. No response may be cached, except
\`/openapi.json\`, which has an \`ETag\`. All errors have [the same shape](errors.md), except those of calls under
\`/oauth/\`. The API continues the trace in a W3C \`traceparent\` header.

Calls with a rate limit, and all reads with a token, report in \`RateLimit-Policy\` and \`RateLimit\` how many requests are left. With \`429\` and \`503\`,
\`Retry-After\` is the number of seconds to wait before a retry.

## Login at an instance

The page \`docs/connect/instance.md\` has it step by step, with a sample.

The browser opens \`{instance}/auth-connect\` with \`code\` and \`workspaceId\`. The instance redeems the code, server to server,
with \`POST /complete-auth-connect\`. To make sure that the browser that started the login is the one that completes it:

1. Without a \`state\`, create one, bind it to this browser with a cookie, and redirect to
   \`GET /workspaces/{workspaceId}/go?state={state}&code={code}\`. The API exchanges the code for one that belongs to the state.
2. With a \`state\`, reject it unless it matches the cookie. Then send it to \`POST /complete-auth-connect\` together with the
   code. With any other state, the API rejects the code, and the code is used up.

A code is valid once, for one minute, and only while the workspace has the URL for which it was made. When the owner changes the URL, the
tokens and codes of the old instance end, and its URL gets the [logout tokens](#logout-at-an-instance).

If another site navigates to \`/go\` or to the logout, the user must confirm on a page first. The same applies to requests that
do not navigate a tab, and to browsers that send neither fetch metadata nor a \`Referer\` of the portal. \`/go?confirm=1\` always
shows the page: the portal uses it for launches that start outside the portal.

## Logout at an instance

An instance token belongs to the session that entered the instance, which it names as \`sid\`. When the session ends, by whatever
way, the token is rejected at once. The API then posts a form to \`{instance}/backchannel-logout\`, as OpenID Connect Back-Channel
Logout 1.0 says. Its field \`logout_token\` is a JWT of the type \`logout+jwt\`, signed with a key of \`/.well-known/jwks.json\`:
\`iss\` is the issuer of the API’s tokens, by default its URL, \`aud\` the id of the workspace, \`sub\` the id of the user, \`sid\` the session
and \`toe\` the time of the end in seconds with a fraction. A member who was removed and invited again enters from the same session: end only what was entered until \`toe\`.

The ids of the published keys start with what they sign: \`api-\`, \`instance-\`, \`logout-\` or \`event-\`. Accept a logout token only from a
key whose \`kid\` starts with \`logout-\`, so that a stolen key of another purpose logs no one out.

Verify signature, type, \`kid\`, \`iss\`, \`aud\`, \`exp\` and the event, end the instance’s sessions with this \`sid\`, and respond with 200
within three seconds. The API retries timeouts, 408, 429 and 5xx for about an hour, and follows no redirects.

## Rate limits

Each call says what its limit counts: requests per user, per user and workspace, per session, or per IP address. A request with
a token never counts against the limits of its user: it counts against limits of the token, and, where a call has a limit for all workspaces
of a user, against the same number for all tokens of the workspace. Many calls have their own rate limit. All other non-GET calls share one:
${defaultWriteLimit.times} per ${defaultWriteLimit.seconds} seconds per user. Calls that end access, such as revoking a token, share ${accessEndLimit.times} per ${accessEndLimit.seconds} seconds per session, which
neither another session nor a token can use up.

A token may read ${tokenReadLimit.times} times per ${tokenReadLimit.seconds} seconds, all at once or spread over the time. Every GET request with the token counts.

Changes with invalid input have a limit, too: ${invalidInputLimit.times} per ${invalidInputLimit.seconds} seconds per session. Further ones get \`429\` instead of their error.
Until the limit resets, replicas that have seen the limit also reject every other request with a body from that session, except
calls that end access. Where a limit counts failed requests, it rejects only those.

\`POST /complete-auth-connect\` has no limit, because all users of an instance share its IP address.

All replicas share the counts, except where a call says that each process counts. \`RATE_LIMIT_MULTIPLIER\` multiplies every limit.

A request must arrive within 15 seconds, including its body. The body must be uncompressed JSON of at most 100 KB, or, under \`/oauth/\`, a form of at most 1 MB.

## OAuth calls

Calls under \`/oauth/\` take an \`application/x-www-form-urlencoded\` body. Their errors are JSON as RFC 6749, section 5.2, says: the code in
\`error\`, a sentence in \`error_description\`, and our \`requestId\`.

${markdownTable(
  ['Code', 'Errors'],
  oauthErrorCodes
    .map((oauthCode) => [
      code(oauthCode),
      errorLinks(oauthErrorTypes.filter((type) => oauthErrorCodeOf(type) === oauthCode)),
    ])
    .filter(([, errors]) => errors !== ''),
)}

## Input

Strings are trimmed. An empty string means null if the field is nullable. Invisible characters, such as text direction
controls and zero-width characters, are rejected. Ids are not case-sensitive. Unknown fields of a body are ignored.

## Pagination

A paginated list returns at most \`limit\` rows. While there are more rows, the response has the header
\`Link: <URL>; rel="next"\` (RFC 8288): request that URL unchanged, with the same credential, until a response has no such
header. New rows do not shift the rows of later pages.

The lists of a user’s own workspaces, of the members and of the API tokens of a workspace are complete unless \`limit\` or
\`after\` requests a page.

All paginated lists, reports and the lookup by email address reject unknown query parameters with
[InvalidInput](errors.md#invalidinput), so that a misspelled filter does not return everything.

## Common errors

${markdownTable(
  ['Applies to', 'Errors'],
  [
    ['all calls', errorLinks(sharedErrors.anyCall)],
    ['calls that require authentication', errorLinks(sharedErrors.credential)],
    ['calls with an API token', errorLinks(sharedErrors.apiToken)],
    ['non-GET calls authenticated by a session', errorLinks(sharedErrors.change)],
    ['calls with a body', errorLinks(sharedErrors.body)],
  ],
)}

Each call below lists its other errors.`;
