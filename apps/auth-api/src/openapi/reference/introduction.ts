import { invalidInputLimits, requestIdHeader, defaultWriteLimit } from '@portal/contract';
import { sharedErrors } from '../../pipeline/possible-errors.ts';
import { errorLinks, markdownTable } from './markdown.ts';

/** What holds for all calls. */
export const introduction = `# API reference

All calls of the auth API. The same for programs is \`GET /openapi.json\`, an OpenAPI 3.1 document. Requests and answers
are JSON, unless a call is said to be for the browser; moments are ISO 8601 in UTC, ids are ULIDs.

## Credentials

| credential | how it comes | what it may |
| --- | --- | --- |
| session | a cookie that the login sets; browsers send it | all that its person may |
| API token | \`Authorization: Bearer …\` | read one workspace, as whoever made it may there now |
| instance token | \`Authorization: Bearer …\` | what a platform instance has to know of its workspace and its person |

No call takes a credential in place of another: each says which ones it takes. A request with an \`Authorization\` header
is judged by that alone.

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" https://auth-api.example.com/whoami
\`\`\`

## Changing requests

A request of a session that is no \`GET\` needs the header \`${requestIdHeader}\` with a new ULID, comes from the portal’s own
pages, and has its body as \`application/json\`.

\`requestUlid\` in its body, a ULID too, makes it safe to repeat: the same person, call and ULID get the first answer
again, and nothing is done twice. The same ULID with other values is refused with
[RequestUlidReused](errors.md#requestulidreused).

## Answers

Every answer has the header \`X-Request-Id\`, the id of the request in the log. No answer may be cached, but \`/openapi.json\`, which has an \`ETag\`. A failure is
always the same object, [described with all its types](errors.md). \`traceparent\` of W3C Trace Context is followed.

Calls with a limit tell in \`RateLimit-Policy\` and \`RateLimit\` what is left of it. \`429\` and \`503\` tell in
\`Retry-After\` after how many seconds to try again.

## Login at an instance

A browser comes to \`{instance}/auth-connect\` with \`code\` and \`workspaceId\`. The instance redeems the code, server to
server, at \`POST /complete-auth-connect\`. To make sure that the browser which asked is the one that logs in:

1. Without a \`state\`, make one, bind it to a cookie of this browser, and redirect to
   \`GET /workspaces/{workspaceId}/go?state={state}&code={code}\`. The code is exchanged for another one with the state.
2. With a \`state\`, refuse it unless it is the one of the cookie; then send it to \`POST /complete-auth-connect\` with the
   code. The API refuses any other one and the code is then used up.

A navigation to \`/go\` or to the logout from another site shows a page first, on which the user confirms it; so does
anything that is no navigation of a tab, and a browser that sends neither fetch metadata nor a \`Referer\` of ours.
\`/go?confirm=1\` always shows it: the portal sends that where none of its pages led to the launch.

## Limits

Many calls name a limit of their own. All other calls that change something share one: ${defaultWriteLimit.times} in
${defaultWriteLimit.seconds} seconds per user. Requests with invalid input have one, too: ${invalidInputLimits.user.times} in
${invalidInputLimits.user.seconds} seconds per user and ${invalidInputLimits.ip.times} per address of the network. Further ones get
\`429\` in place of their failure, and until the limit ends a replica that knows of it refuses every request with a body of that
user unread, valid ones too; of the address, those that identify no user. All replicas count together, and
\`RATE_LIMIT_MULTIPLIER\` multiplies every limit.

A request has 15 seconds to arrive, its body included. A body is JSON of at most 100 KB, uncompressed.

## Input

Texts are trimmed. An empty text means null where a field may be null. Characters that cannot be seen, such as controls of
the text direction and zero-width characters, are refused. Ids may be sent in any case. Unknown fields of a body are
ignored.

## Lists in pages

A list that may be long comes in pages of at most \`limit\` rows. While there is more, the answer has the header
\`Link: <address>; rel="next"\` (RFC 8288): ask for that address as it stands, with
the same credential, until an answer has no such header. Rows that come meanwhile move none on the later pages.

The lists of somebody's own workspaces, of the members and of the API tokens of a workspace are whole unless \`limit\` or
\`after\` asks for a page.

All these lists, the reports and the look-up by address refuse a name in their query that they do not have as
[InvalidInput](errors.md#invalidinput), lest a misspelt filter show everything.

## Failures that many calls share

${markdownTable(
  ['where', 'failures'],
  [
    ['any call', errorLinks(sharedErrors.anyCall)],
    ['a call with a credential', errorLinks(sharedErrors.credential)],
    ['a changing call of a session', errorLinks(sharedErrors.change)],
    ['a body', errorLinks(sharedErrors.body)],
  ],
)}

Each call below names the others that it has.`;
