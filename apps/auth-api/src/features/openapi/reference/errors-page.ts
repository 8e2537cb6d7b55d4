import { apiErrors, calls, ErrorBody, type Call, type ErrorType } from '@portal/contract';
import { errorDocs } from '@portal/contract/error-docs';
import { possibleErrors } from '../../../request/call/possible-errors.ts';
import { headingAnchor, markdownTable, paragraphs } from './markdown.ts';

const types = Object.keys(apiErrors) as ErrorType[];

const example = ErrorBody.parse({
  error: {
    type: 'InvalidInput',
    message: 'displayName: This field is required.',
    details: { fields: [{ path: 'body.displayName', message: 'This field is required' }] },
  },
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
});

/** docs/generated/errors.md: all error types, generated from the contract. */
export function errorsPage(): string {
  return paragraphs(
    '# Errors',
    `All errors have the same shape. \`type\` is for programs; a type and its status never change. \`message\` is for people,
and may be more specific than the message listed here. If fields are invalid, \`details.fields\` lists them and \`message\` names
each of them. \`requestId\` is the id of the request in the log. Calls that a browser navigates to return the same errors as HTML
pages. Calls under \`/oauth/\` return them in [the shape of OAuth](api.md#oauth-calls).`,
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    '## All types',
    markdownTable(
      ['Type', 'Status', 'Message'],
      types.map((type) => [
        `[${type}](#${headingAnchor(type)})`,
        String(apiErrors[type].status),
        apiErrors[type].message,
      ]),
    ),
    ...types.map(errorSection),
    '## Errors without a response',
    `The portal shows \`Network Error\` if the API is unreachable and \`timeout of {n}ms exceeded\` if it does not respond in
time. \`User not loaded\` is a bug in the portal: it made a request that needs a user before the user was loaded.`,
  );
}

function errorSection(type: ErrorType): string {
  const { status, message } = apiErrors[type];
  const { when, remedy } = errorDocs[type];
  return paragraphs(
    `### ${type}`,
    `**${status}** “${message}”`,
    `- When: ${when}\n- Remedy: ${remedy}\n- Calls: ${callsReturning(type)}`,
  );
}

function callsReturning(type: ErrorType): string {
  const matching = Object.entries(calls).filter(([, call]) => possibleErrors(call).includes(type));
  if (matching.length === 0) return 'none; the API returns it for requests that match no call.';
  const [group] =
    callGroups.find(
      ([, isInGroup]) =>
        Object.values(calls).filter(isInGroup).length === matching.length &&
        matching.every(([, call]) => isInGroup(call)),
    ) ?? [];
  return group ?? `${matching.map(([name]) => `[${name}](api.md#${headingAnchor(name)})`).join(', ')}.`;
}

const isChange = ({ method }: Call) => method !== 'GET';
const requiresAuthentication = ({ access }: Call) => access.who !== 'anyone';

const callGroups: readonly [string, (call: Call) => boolean][] = [
  ['all.', () => true],
  ['all that require authentication.', requiresAuthentication],
  ['all non-GET calls.', isChange],
  ['all non-GET calls that require authentication.', (call) => isChange(call) && requiresAuthentication(call)],
];
