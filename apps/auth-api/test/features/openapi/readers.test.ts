import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import { RE2JS } from 're2js';
import ts from 'typescript';
import { openApiDocument } from '../../../src/features/openapi/document.ts';

// Programs that other people wrote read the OpenAPI document.

const document = openApiDocument('https://auth-api.test', '0.1.0');
const json = JSON.stringify(document);

/** Runs Python in a process of its own, because Pyodide does not load in Jest. */
async function findInvalidInPython(patterns: readonly string[]): Promise<unknown> {
  const program = fileURLToPath(new URL('find-invalid-patterns.mjs', import.meta.url));
  const running = promisify(execFile)(process.execPath, [program]);
  running.child.stdin?.end(JSON.stringify(patterns));
  return JSON.parse((await running).stdout);
}

describe('the patterns', () => {
  const patterns = [...json.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, pattern = '""']) =>
    String(JSON.parse(pattern)),
  );

  it('are published', () => expect(patterns.length).toBeGreaterThan(20));

  it('compile in Python', async () => {
    const ofJavaScript = String.raw`^\p{L}*$`;
    expect(await findInvalidInPython([...patterns, ofJavaScript])).toEqual([ofJavaScript]);
  });

  it('compile in RE2', () => {
    for (const pattern of patterns) RE2JS.compile(pattern);
    expect(() => RE2JS.compile('^(?=a)b$')).toThrow();
    expect(() => RE2JS.compile('^a{1001}$')).toThrow();
  });
});

it('has what an instance receives, as webhooks', () => {
  const { webhooks } = document as { webhooks?: Record<string, object> };
  expect(Object.entries(webhooks ?? {}).map(([path, item]) => [path, Object.keys(item)])).toEqual([
    ['auth-connect', ['get']],
    ['backchannel-logout', ['post']],
    ['workspace-events', ['post']],
    ['refresh-auth', ['get']],
  ]);
});

it('passes the checks of Redocly', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // Redirects have no response with 2xx, and calls like `getLiveness` have none with 4xx.
      'operation-2xx-response': 'off',
      'operation-4xx-response': 'off',
      // A workspace id is never `admin-lookup`.
      'no-ambiguous-paths': 'off',
    },
  });
  const problems = await lintFromString({ source: json, config, absoluteRef: 'openapi.json' });
  expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([]);
});

it('becomes types that compile with openapi-typescript', async () => {
  const types = astToString(await openapiTS(json));
  const usage = `
    type Errors<Call extends keyof operations, Status extends keyof operations[Call]['responses']> =
      operations[Call]['responses'][Status] extends { content: { 'application/json': infer Body } } ? Body : never;
    type Whoami = operations['whoami']['responses'][200]['content']['application/json'];
    export const idOf = (whoami: Whoami): string => ('user' in whoami ? whoami.user.id : whoami.serviceAccount.id);
    export const type: Errors<'deleteWorkspace', 404>['error']['type'] = 'WorkspaceNotFound';
    // @ts-expect-error The type of this response is a literal.
    export const otherType: Errors<'deleteWorkspace', 404>['error']['type'] = 'UserNotFound';`;
  const name = 'client.ts';
  const options = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] };
  const host = ts.createCompilerHost(options);
  const readFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, ...rest) =>
    file === name ? ts.createSourceFile(name, types + usage, ts.ScriptTarget.ES2022) : readFile(file, ...rest);
  const problems = ts.getPreEmitDiagnostics(ts.createProgram([name], options, host));
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});
