import { ProblemBody, calls, problems, type Call, type ProblemType } from '@portal/contract';
import { problemNotes } from '@portal/contract/problem-notes';
import { problemsOf } from '../http/declared-problems.ts';
import { anchorOf, paragraphs, tableOf } from './markdown.ts';

const types = Object.keys(problems) as ProblemType[];

const example = ProblemBody.parse({
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
    tableOf(
      ['type', 'status', 'message'],
      types.map((type) => [`[${type}](#${anchorOf(type)})`, String(problems[type].status), problems[type].message]),
    ),
    ...types.map(describe),
    '## Failures without an answer',
    `What the portal itself says where no answer came: \`Network Error\` if the API could not be reached,
\`timeout of {n}ms exceeded\` if it took too long. \`User not loaded\` is its own mistake: a request that needs a person
was made before there was one.`,
  );
}

function describe(type: ProblemType): string {
  const { status, message } = problems[type];
  const { when, remedy } = problemNotes[type];
  return paragraphs(
    `### ${type}`,
    `**${status}** “${message}”`,
    `- When: ${when}\n- What to do: ${remedy}\n- Calls: ${callsWith(type)}`,
  );
}

function callsWith(type: ProblemType): string {
  const failing = Object.entries(calls).filter(([, call]) => problemsOf(call).includes(type));
  if (failing.length === 0) return 'none; this answers what is no call.';
  const [kind] =
    kinds.find(
      ([, isOfKind]) =>
        Object.values(calls).filter(isOfKind).length === failing.length && failing.every(([, call]) => isOfKind(call)),
    ) ?? [];
  return kind ?? `${failing.map(([name]) => `[${name}](api.md#${anchorOf(name)})`).join(', ')}.`;
}

const changes = ({ method }: Call) => method !== 'GET';
const isForPeople = ({ access }: Call) => access.who !== 'anyone';

const kinds: readonly [string, (call: Call) => boolean][] = [
  ['all.', () => true],
  ['all that take a credential.', isForPeople],
  ['all that change something.', changes],
  ['all by which a session changes something.', (call) => changes(call) && isForPeople(call)],
];
