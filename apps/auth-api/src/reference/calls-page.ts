import { callsByFeature, type Call, type ProblemType, type Schema } from '@portal/contract';
import { accessWords, limitWords, repeatWords } from '../http/call-words.ts';
import { problemsOf, sharedProblems } from '../http/declared-problems.ts';
import { featureWords } from '../http/feature-words.ts';
import { answers, inputs } from '../http/openapi-schemas.ts';
import { introduction } from './introduction.ts';
import { anchorOf, code, failureLinks, paragraphs, tableOf } from './markdown.ts';
import { fieldsTable, objectHeading, typeWords } from './schema-words.ts';

/** All calls, and the objects that they answer, as Markdown, made from the table of calls. */
export function callsPage(): string {
  return paragraphs(
    introduction,
    '## All calls',
    tableOf(
      ['call', 'request', 'what it does'],
      allCalls.map(([name, call]) => [
        `[${name}](#${anchorOf(name)})`,
        code(`${call.method} ${call.path}`),
        `${call.summary}.`,
      ]),
    ),
    ...Object.entries(callsByFeature).map(([feature, calls]) => {
      const { title, about } = featureWords[feature as keyof typeof callsByFeature];
      return paragraphs(
        `## ${title}`,
        about,
        ...Object.entries<Call>(calls).map(([name, call]) => describe(name, call)),
      );
    }),
    '## Objects',
    ...Object.entries(answers.components)
      .filter(([, schema]) => schema['properties'] !== undefined)
      .map(([name, schema]) => paragraphs(`### ${objectHeading(name)}`, said(schema), fieldsTable(schema))),
  );
}

const allCalls = Object.values(callsByFeature).flatMap((calls) => Object.entries<Call>(calls));

function describe(name: string, call: Call): string {
  const facts = [
    accessWords(call.access),
    limitWords(call),
    call.secrets ? repeatWords(call) : '',
    call.paged ? 'Answers [in pages](#lists-in-pages).' : '',
  ].filter(Boolean);
  return paragraphs(
    `### ${name}`,
    `**${code(`${call.method} ${call.path}`)}** ${call.summary}.`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    given('Path', call.params),
    given('Query', call.query),
    given('Body', call.body),
    `Answers: ${answer(call)}`,
    `Failures: ${failures(call)}`,
  );
}

function given(part: string, schema: Schema | undefined): string {
  const table = schema ? fieldsTable(inputs.refer(schema)) : '';
  return table === '' ? '' : `${part}:\n\n${table}`;
}

function answer({ answers: kind, confirms, showsPage, mediaType, result }: Call): string {
  if (showsPage) return 'for the browser: a page (200).';
  if (kind === 'page') {
    const page = confirms ? ', or a page that asks the person first (200)' : '';
    return `for the browser: another address to go to (303)${page}.`;
  }
  if (kind === 'file') return `a file, ${code(mediaType ?? 'text/csv')}.`;
  if (kind === 'text') return 'plain text.';
  return result ? `${typeWords(answers.refer(result))}.` : 'nothing.';
}

const shared: readonly ProblemType[] = Object.values(sharedProblems).flat();

/** Those that the call does not share with many others. */
function failures(call: Call): string {
  const own = problemsOf(call).filter((type) => !shared.includes(type));
  const all = '[those that many calls share](#failures-that-many-calls-share)';
  return own.length > 0 ? `${failureLinks(own)}, and ${all}.` : `${all}.`;
}

const said = ({ description }: Readonly<Record<string, unknown>>) =>
  typeof description === 'string' ? description : '';
