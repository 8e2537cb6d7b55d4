import { apiErrors, callsByFeature, isOpenToApiTokens, type Call, type ErrorType, type Schema } from '@portal/contract';
import { possibleErrors, sharedErrors } from '../../../request/call/possible-errors.ts';
import { describeAccess, describeRateLimit, describeRecentLogin, describeRetries } from '../describe-call.ts';
import { exampleOf } from '../examples.ts';
import { inputSchemas, outputSchemas } from '../schemas.ts';
import { tagDescriptions } from '../tags.ts';
import { taskOf } from '../tasks.ts';
import { describeType, fieldsTable, objectHeading } from './describe-schema.ts';
import { exampleApiUrl, introduction } from './introduction.ts';
import { code, errorLink, headingAnchor, markdownTable, paragraphs } from './markdown.ts';

/** docs/generated/api.md: all calls and the objects in their responses, generated from the call table. */
export function callsPage(): string {
  return paragraphs(
    introduction,
    '## All calls',
    markdownTable(
      ['Call', 'Request', 'Description'],
      allCalls.map(([name, call]) => [
        `[${taskOf(name) ?? name}](#${headingAnchor(name)})`,
        code(`${call.method} ${call.path}`),
        `${call.summary}.`,
      ]),
    ),
    ...Object.entries(callsByFeature).map(([feature, calls]) => {
      const { title, description } = tagDescriptions[feature as keyof typeof callsByFeature];
      return paragraphs(
        `## ${title}`,
        description,
        ...Object.entries<Call>(calls).map(([name, call]) => callSection(name, call)),
      );
    }),
    '## Objects',
    ...Object.entries(outputSchemas.components)
      .filter(([, schema]) => schema['properties'] !== undefined)
      .map(([name, schema]) => paragraphs(`### ${objectHeading(name)}`, descriptionOf(schema), fieldsTable(schema))),
  );
}

const allCalls = Object.values(callsByFeature).flatMap((calls) => Object.entries<Call>(calls));

function callSection(name: string, call: Call): string {
  const facts = [
    describeAccess(call.access),
    describeRecentLogin(call),
    describeRateLimit(call),
    call.oneTimeFields ? describeRetries(call) : '',
    call.paginated ? '[Paginated](#pagination).' : '',
  ].filter(Boolean);
  return paragraphs(
    `### ${name}`,
    `**${code(`${call.method} ${call.path}`)}**`,
    `${call.summary}.`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    inputSection('Path', call.params),
    inputSection('Query', call.query),
    inputSection(call.wire === 'oauth' ? 'Form' : 'Body', call.body),
    exampleRequest(call),
    `**Returns** ${describeResponse(call)}`,
    `**Errors**\n\n${errorSummary(call)}`,
  );
}

function inputSection(part: string, schema: Schema | undefined): string {
  const table = schema ? fieldsTable(inputSchemas.schemaOrRef(schema)) : '';
  return table === '' ? '' : `**${part}**\n\n${table}`;
}

/** How a shell sends the request with an API token; an empty string for a call that takes none. */
function exampleRequest(call: Call): string {
  if (!isOpenToApiTokens(call)) return '';
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => `$${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`);
  const body = call.body ? exampleOf('', inputSchemas.schemaOrRef(call.body)) : undefined;
  const lines = [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}-H "Authorization: Bearer $TOKEN"`,
    ...(body === undefined ? [] : [`--json '${JSON.stringify(body)}'`]),
    `${exampleApiUrl}${path}`,
  ];
  return `**Example**\n\n\`\`\`sh\n${lines.join(' \\\n  ')}\n\`\`\``;
}

function describeResponse({ responseKind, confirmWhen, mediaType, result }: Call): string {
  if (responseKind === 'html') return 'an HTML page (200).';
  const confirmation = confirmWhen ? ', or a confirmation page (200)' : '';
  if (responseKind === 'redirect') return `a redirect (303)${confirmation}.`;
  if (responseKind === 'file') return `a file, ${code(mediaType ?? 'text/csv')}${confirmation}.`;
  if (responseKind === 'text') return 'plain text.';
  return result ? `${describeType(outputSchemas.schemaOrRef(result))}.` : 'nothing.';
}

const sharedErrorTypes: readonly ErrorType[] = Object.values(sharedErrors).flat();

/** The errors that the call does not share with many others, by their status. */
function errorSummary(call: Call): string {
  const ownErrors = possibleErrors(call).filter((type) => !sharedErrorTypes.includes(type));
  const statuses = [...new Set(ownErrors.map((type) => apiErrors[type].status))].toSorted((a, b) => a - b);
  return [
    ...statuses.map((status) => {
      const types = ownErrors.filter((type) => apiErrors[type].status === status);
      return `- ${status}: ${types.map(errorLink).join(', ')}`;
    }),
    '- [Common errors](#common-errors)',
  ].join('\n');
}

const descriptionOf = ({ description }: Readonly<Record<string, unknown>>) =>
  typeof description === 'string' ? description : '';
