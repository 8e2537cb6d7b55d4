import { ErrorBody, calls, apiErrors, type Call, type ErrorType } from '@portal/contract';
import { errorDocs } from '@portal/contract/error-docs';
import { possibleErrors } from '../../pipeline/possible-errors.ts';
import { headingAnchor, paragraphs, markdownTable } from './markdown.ts';

const types = Object.keys(apiErrors) as ErrorType[];

const example = ErrorBody.parse({
  error: {
    type: 'InvalidInput',
    message: 'displayName: This field is required.',
    details: { fields: [{ path: 'body.displayName', message: 'This field is required' }] },
  },
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
});

/** The catalogue of failures, as Markdown, made from the contract. */
export function errorsPage(): string {
  return paragraphs(
    '# Errors',
    `Every failure of the API has one shape. \`type\` is for programs, and neither it nor its status ever changes;
\`message\` is for people, and may be more exact than the one listed here. \`details.fields\` is there where fields were
refused, and \`message\` names each of them. \`requestId\` is the id of the request in the log. Calls that a browser reaches by navigation answer the same
failures as a page.`,
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    '## All types',
    markdownTable(
      ['type', 'status', 'message'],
      types.map((type) => [
        `[${type}](#${headingAnchor(type)})`,
        String(apiErrors[type].status),
        apiErrors[type].message,
      ]),
    ),
    ...types.map(errorSection),
    '## Failures without an answer',
    `What the portal itself says where no answer came: \`Network Error\` if the API could not be reached,
\`timeout of {n}ms exceeded\` if it took too long. \`User not loaded\` is its own mistake: a request that needs a person
was made before there was one.`,
  );
}

function errorSection(type: ErrorType): string {
  const { status, message } = apiErrors[type];
  const { when, remedy } = errorDocs[type];
  return paragraphs(
    `### ${type}`,
    `**${status}** “${message}”`,
    `- When: ${when}\n- What to do: ${remedy}\n- Calls: ${callsReturning(type)}`,
  );
}

function callsReturning(type: ErrorType): string {
  const failing = Object.entries(calls).filter(([, call]) => possibleErrors(call).includes(type));
  if (failing.length === 0) return 'none; this answers what is no call.';
  const [kind] =
    callGroups.find(
      ([, isOfKind]) =>
        Object.values(calls).filter(isOfKind).length === failing.length && failing.every(([, call]) => isOfKind(call)),
    ) ?? [];
  return kind ?? `${failing.map(([name]) => `[${name}](api.md#${headingAnchor(name)})`).join(', ')}.`;
}

const isChange = ({ method }: Call) => method !== 'GET';
const takesCredential = ({ access }: Call) => access.who !== 'anyone';

const callGroups: readonly [string, (call: Call) => boolean][] = [
  ['all.', () => true],
  ['all that take a credential.', takesCredential],
  ['all that change something.', isChange],
  ['all by which a session changes something.', (call) => isChange(call) && takesCredential(call)],
];
