import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { codeSamples, type SampleId } from '../../../../portal/src/components/code-samples.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';
import { closeServer, listen } from '../../support/listen.ts';
import { apiFolder } from '../../support/programs.ts';
import { runCurl } from '../../support/run-curl.ts';

// The portal shows these samples after it created a token.

const run = promisify(execFile);

let api: TestApi;
let server: Server;
let authApiUrl: string;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  server = createServer(api.app);
  authApiUrl = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  await closeServer(server);
  await api.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'code-samples-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function makeToken() {
  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, user);
  const { id, credentials } = await makeApiToken(api, workspace, user);
  return { user, workspace, id, token: credentials.token ?? '' };
}

type Made = Awaited<ReturnType<typeof makeToken>>;

function sampleOf(id: SampleId, { workspace }: Made, scopes: readonly string[]) {
  const sample = codeSamples({ authApiUrl, workspaceId: workspace.id, scopes }).find((each) => each.id === id);
  if (!sample) throw new Error(`There is no sample ${id}`);
  return sample;
}

const runShell = (commands: string, token: string) => runCurl(commands, folder, { PORTAL_TOKEN: token });

/** Saves a TypeScript sample under its name and runs it: with tsx, because Node 20 does not run TypeScript. */
async function runTypeScript({ file, code }: { file: string | null; code: string }, token: string): Promise<string> {
  const path = join(folder, file ?? '');
  await writeFile(path, code);
  const options = { cwd: apiFolder, env: { ...process.env, PORTAL_TOKEN: token } };
  return (await run(process.execPath, ['--import', 'tsx', path], options)).stdout;
}

/** The errors that GitHub's own parser finds in a workflow. */
async function errorsOfWorkflow(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

/** Validates a pipeline by the JSON schema that GitLab publishes, which gitlab-ci-local contains. Throws if it is invalid. */
async function validatePipeline(content: string): Promise<string> {
  await writeFile(join(folder, '.gitlab-ci.yml'), content);
  const program = fileURLToPath(import.meta.resolve('gitlab-ci-local'));
  const { stdout, stderr } = await run(process.execPath, [program, '--list'], { cwd: folder });
  return stdout + stderr;
}

// The samples for each scope, and a text in the response by which a reader knows it.
const cases = [
  { scopes: [], name: 'whoami', shows: ({ user }: Made) => user.email },
  { scopes: ['members:write', 'platform:read'], name: 'whoami', shows: ({ user }: Made) => user.email },
  { scopes: ['tokens:read'], name: 'api-tokens', shows: ({ id }: Made) => id },
  { scopes: ['tokens:read', 'workspace:read'], name: 'workspace', shows: ({ workspace }: Made) => workspace.id },
  { scopes: ['workspace:read', 'members:read'], name: 'members', shows: ({ user }: Made) => user.email },
];

describe.each(cases)('the samples for a token with the scopes $scopes', ({ scopes, name, shows }) => {
  it('curl prints what the API returns', async () => {
    const made = await makeToken();
    expect(await runShell(sampleOf('curl', made, scopes).code, made.token)).toContain(shows(made));
  });

  it('the TypeScript program prints what the API returns', async () => {
    const made = await makeToken();
    expect(await runTypeScript(sampleOf('typescript', made, scopes), made.token)).toContain(shows(made));
  });

  it('GitHub accepts the workflow, whose command saves what the API returns', async () => {
    const made = await makeToken();
    const { code } = sampleOf('github', made, scopes);
    expect(await errorsOfWorkflow(code)).toEqual([]);
    const { jobs } = parse(code) as { jobs: Record<string, { steps: { run: string; env: unknown }[] }> };
    const [step] = jobs[name]?.steps ?? [];
    expect(step?.env).toEqual({ PORTAL_TOKEN: '${{ secrets.PORTAL_TOKEN }}' });
    expect(await runShell(step?.run ?? '', made.token)).toBe('');
    expect(await readFile(join(folder, `${name}.json`), 'utf8')).toContain(shows(made));
  });

  it('GitLab accepts the pipeline, whose script saves what the API returns', async () => {
    const made = await makeToken();
    const { code } = sampleOf('gitlab', made, scopes);
    expect(await validatePipeline(code)).toContain('json schema validated');
    const { script = [] } = (parse(code) as Record<string, { script: string[] }>)[name] ?? {};
    expect(await runShell(script.join('\n'), made.token)).toBe('');
    expect(await readFile(join(folder, `${name}.json`), 'utf8')).toContain(shows(made));
  });
});

describe('the samples with a token that has been revoked', () => {
  async function makeRevokedToken() {
    const made = await makeToken();
    await api.db.authToken.update({ where: { id: made.id }, data: { revokedAt: new Date() } });
    return made;
  }

  it('curl and TypeScript fail and show the error of the API', async () => {
    const made = await makeRevokedToken();
    const curl = runShell(sampleOf('curl', made, []).code, made.token);
    await expect(curl).rejects.toMatchObject({ code: 22, stdout: expect.stringContaining('InvalidToken') as string });
    const program = runTypeScript(sampleOf('typescript', made, []), made.token);
    await expect(program).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('401') as string });
  });

  it.each(['github', 'gitlab'] as const)('the job at %s fails', async (id) => {
    const made = await makeRevokedToken();
    const [, command = ''] = /(curl [\s\S]+?')(?:\n|$)/.exec(sampleOf(id, made, []).code) ?? [];
    await expect(runShell(command, made.token)).rejects.toMatchObject({ code: 22 });
  });
});

describe('the checks of the samples', () => {
  it('reject a workflow with an unknown key or an expression that GitHub cannot read', async () => {
    const made = await makeToken();
    const { code } = sampleOf('github', made, []);
    expect(await errorsOfWorkflow(code.replace('runs-on', 'run-on'))).not.toEqual([]);
    expect(await errorsOfWorkflow(code.replace('secrets.', 'secret.'))).not.toEqual([]);
  });

  it('reject a pipeline with an unknown key', async () => {
    const made = await makeToken();
    const { code } = sampleOf('gitlab', made, []);
    await expect(validatePipeline(code.replace('- if:', '- iff:'))).rejects.toThrow('Invalid .gitlab-ci.yml');
  });
});
