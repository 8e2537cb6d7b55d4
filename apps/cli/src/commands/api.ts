import { readFileSync } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import type { PathRequest } from '@portal/client';
import { Option, type Command } from 'commander';
import { printJson, type App } from '../app.ts';
import { getCurrentWorkspaceId } from '../current-workspace.ts';
import { usageError } from '../errors.ts';
import { toVisibleLines } from '../output/visible-text.ts';
import type { Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { appOf, withSession } from './command-context.ts';

interface ApiOptions {
  readonly field: readonly string[];
  readonly typedField: readonly string[];
  readonly input?: string;
  readonly paginate?: boolean;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const collect = (value: string, former: readonly string[]) => [...former, value];
const repeated = (flags: string, description: string) =>
  new Option(flags, description).default([], 'none').argParser(collect);

export function addApi(program: Command, terminal: Terminal): void {
  program
    .command('api')
    .description('make any request to the API and print the answer')
    .argument('<method>', methods.join(', '))
    .argument('<path>', 'such as /workspaces/{workspace}/audit; {workspace} is the id of the current workspace')
    .addOption(repeated('-f, --field <key=value>', 'a text of the body, or of the query with GET; can be repeated'))
    .addOption(repeated('-F, --typed-field <key=value>', 'the same for true, false, null and whole numbers'))
    .option('--input <file>', 'the JSON of the body; - reads the standard input')
    .option('--paginate', 'request all pages of a list')
    .action((method: string, path: string, options: ApiOptions, command: Command) =>
      callApi(appOf(terminal, command), method.toUpperCase(), path, options),
    );
}

async function callApi(app: App, method: string, path: string, options: ApiOptions): Promise<void> {
  if (!methods.includes(method)) throw usageError(`There is no method ${method}. Use one of ${methods.join(', ')}.`);
  if (!path.startsWith('/')) throw usageError('The path starts with /, such as /whoami.');
  const content = await readContent(app, method, options);
  await withSession(app, async (session) => {
    const workspaceId = await findWorkspaceId(app, session, path);
    const request = { method, path: path.replaceAll('{workspace}', workspaceId ?? ''), ...content };
    const client = session.clientFor(workspaceId);
    if (options.paginate) return printPages(app, client.requestPages(request));
    await printResponse(app, await client.request(request));
  });
}

/** A token is for one workspace: the one in the path, or the current one. Other paths are about the account. */
async function findWorkspaceId(app: App, session: Session, path: string): Promise<string | null> {
  if (path.includes('{workspace}') || app.options.workspace !== undefined) return getCurrentWorkspaceId(app, session);
  return /^\/workspaces?\/([0-9A-HJKMNP-TV-Z]{26})(?:[/?]|$)/i.exec(path)?.[1]?.toUpperCase() ?? null;
}

async function readContent(
  { terminal }: App,
  method: string,
  { field, typedField, input }: ApiOptions,
): Promise<Pick<PathRequest, 'query' | 'body'>> {
  const fields = { ...parseFields(field, String), ...parseFields(typedField, parseTyped) };
  const hasFields = Object.keys(fields).length > 0;
  if (method === 'GET') {
    if (input !== undefined) throw usageError('A GET request has no body, so --input is for other methods.');
    return hasFields
      ? { query: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)])) }
      : {};
  }
  if (input === undefined) return { body: fields };
  if (hasFields) throw usageError('Use --input or fields, not both.');
  return {
    body: parseInput(
      input === '-' ? await readAll(addAbortSignal(terminal.signal, terminal.stdin)) : readInputFile(input),
    ),
  };
}

type FieldValue = string | number | boolean | null;

function parseFields<Value extends FieldValue>(fields: readonly string[], parse: (text: string) => Value) {
  return Object.fromEntries(
    fields.map((field): [string, Value] => {
      const index = field.indexOf('=');
      if (index < 1) throw usageError(`"${field}" is not key=value.`);
      return [field.slice(0, index), parse(field.slice(index + 1))];
    }),
  );
}

function parseTyped(text: string): FieldValue {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return text === 'null' ? null : text;
}

function readInputFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw usageError(`The file ${file} cannot be read: ${String(error)}`);
  }
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`The input is not JSON: ${String(error)}`);
  }
}

const isJson = (response: Response) => /^application\/(?:.+\+)?json\b/.test(response.headers.get('content-type') ?? '');

async function printResponse(app: App, response: Response): Promise<void> {
  const { stdout } = app.terminal;
  if (isJson(response)) {
    printJson(app, await response.json());
  } else {
    const text = await response.text();
    stdout.write(stdout.isTTY ? toVisibleLines(text) : text);
  }
}

/** Pages that are arrays become one array. Other pages follow each other. */
async function printPages(app: App, pages: AsyncIterable<Response>): Promise<void> {
  const items: unknown[] = [];
  let isList = false;
  for await (const response of pages) {
    const page: unknown = isJson(response) ? await response.json() : null;
    if (Array.isArray(page)) {
      isList = true;
      items.push(...(page as unknown[]));
    } else if (page === null) await printResponse(app, response);
    else printJson(app, page);
  }
  if (isList) printJson(app, items);
}
