import { callsByFeature, type Call, type ErrorType, type Schema } from '@portal/contract';
import { describeAccess, describeRateLimit, describeRetries } from '../describe-call.ts';
import { possibleErrors, sharedErrors } from '../../pipeline/possible-errors.ts';
import { tagDescriptions } from '../tags.ts';
import { outputSchemas, inputSchemas } from '../schemas.ts';
import { introduction } from './introduction.ts';
import { headingAnchor, code, errorLinks, paragraphs, markdownTable } from './markdown.ts';
import { fieldsTable, objectHeading, describeType } from './describe-schema.ts';

/** All calls, and the objects that they answer, as Markdown, made from the table of calls. */
export function callsPage(): string {
  return paragraphs(
    introduction,
    '## All calls',
    markdownTable(
      ['call', 'request', 'what it does'],
      allCalls.map(([name, call]) => [
        `[${name}](#${headingAnchor(name)})`,
        code(`${call.method} ${call.path}`),
        `${call.summary}.`,
      ]),
    ),
    ...Object.entries(callsByFeature).map(([feature, calls]) => {
      const { title, description: about } = tagDescriptions[feature as keyof typeof callsByFeature];
      return paragraphs(
        `## ${title}`,
        about,
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
    describeRateLimit(call),
    call.oneTimeFields ? describeRetries(call) : '',
    call.paginated ? 'Answers [in pages](#lists-in-pages).' : '',
  ].filter(Boolean);
  return paragraphs(
    `### ${name}`,
    `**${code(`${call.method} ${call.path}`)}** ${call.summary}.`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    inputSection('Path', call.params),
    inputSection('Query', call.query),
    inputSection('Body', call.body),
    `Answers: ${responseDescription(call)}`,
    `Failures: ${errorSummary(call)}`,
  );
}

function inputSection(part: string, schema: Schema | undefined): string {
  const table = schema ? fieldsTable(inputSchemas.schemaOrRef(schema)) : '';
  return table === '' ? '' : `${part}:\n\n${table}`;
}

function responseDescription({
  responseKind: kind,
  confirmWhen: confirms,
  rendersPage: showsPage,
  mediaType,
  result,
}: Call): string {
  if (showsPage) return 'for the browser: a page (200).';
  if (kind === 'page') {
    const page = confirms ? ', or a page that asks the person first (200)' : '';
    return `for the browser: another address to go to (303)${page}.`;
  }
  if (kind === 'file') return `a file, ${code(mediaType ?? 'text/csv')}.`;
  if (kind === 'text') return 'plain text.';
  return result ? `${describeType(outputSchemas.schemaOrRef(result))}.` : 'nothing.';
}

const sharedErrorTypes: readonly ErrorType[] = Object.values(sharedErrors).flat();

/** Those that the call does not share with many others. */
function errorSummary(call: Call): string {
  const own = possibleErrors(call).filter((type) => !sharedErrorTypes.includes(type));
  const all = '[those that many calls share](#failures-that-many-calls-share)';
  return own.length > 0 ? `${errorLinks(own)}, and ${all}.` : `${all}.`;
}

const descriptionOf = ({ description }: Readonly<Record<string, unknown>>) =>
  typeof description === 'string' ? description : '';
