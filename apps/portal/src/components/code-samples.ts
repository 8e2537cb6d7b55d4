import { auditCalls, authTokenCalls, memberCalls, sessionCalls, workspaceCalls, type Call } from '@portal/contract';
import { callUrl } from '../api/http/build-request.ts';

/** The environment variable from which each sample reads the secret. No sample contains the secret. */
const tokenVariable = 'PORTAL_TOKEN';

/** The token for which samples are written. */
export interface SampledToken {
  readonly authApiUrl: string;
  readonly workspaceId: string;
  readonly scopes: readonly string[];
}

export const sampleIds = ['curl', 'typescript', 'github', 'gitlab'] as const;
export type SampleId = (typeof sampleIds)[number];

export interface CodeSample {
  readonly id: SampleId;
  readonly label: string;
  /** Where to store the secret. */
  readonly storage: string;
  /** What sets the variable, or runs the file. */
  readonly command: { readonly label: string; readonly text: string } | null;
  /** The name of the file; null for a command. */
  readonly file: string | null;
  readonly code: string;
}

/** A call that shows what a token is good for. */
interface SampledCall {
  readonly call: Call;
  readonly title: string;
  /** What it reads, for the names of files and jobs. */
  readonly name: string;
}

/** In the order in which they are chosen. */
const callsByScope: readonly (SampledCall & { readonly scope: string })[] = [
  { scope: 'members:read', call: memberCalls.listMembers, title: 'List members', name: 'members' },
  { scope: 'workspace:read', call: workspaceCalls.getWorkspace, title: 'Get the workspace', name: 'workspace' },
  { scope: 'tokens:read', call: authTokenCalls.listAuthTokens, title: 'List API tokens', name: 'api-tokens' },
  { scope: 'audit:read', call: auditCalls.listWorkspaceAuditEntries, title: 'Read the activity', name: 'activity' },
];

/** Every token may make this call. */
const whoami: SampledCall = { call: sessionCalls.whoami, title: 'Show whose token it is', name: 'whoami' };

/** The samples of a token, each with the same call: one that its scopes allow. */
export function codeSamples({ authApiUrl, workspaceId, scopes }: SampledToken): readonly CodeSample[] {
  const { call, title, name } = callsByScope.find(({ scope }) => scopes.includes(scope)) ?? whoami;
  const url = callUrl(authApiUrl, call, { params: { workspaceId } });
  const samples: Record<SampleId, Omit<CodeSample, 'id'>> = {
    curl: {
      label: 'curl',
      storage: `Set the environment variable ${tokenVariable} to the token. This command reads the token without showing it or keeping it in the history of the shell: paste the token, then press Enter.`,
      command: { label: 'In bash or zsh', text: `read -rs ${tokenVariable} && export ${tokenVariable}` },
      file: null,
      code: curlCommand(url),
    },
    typescript: {
      label: 'TypeScript',
      storage: `Store the token as ${tokenVariable} with the secrets of the platform that runs the program. On your machine, store it in a file .env that Git ignores.`,
      command: {
        label: 'With Node.js 24, or with Node.js 20 and tsx instead of node',
        text: `node --env-file=.env ${name}.mts`,
      },
      file: `${name}.mts`,
      code: typeScriptProgram(url),
    },
    github: {
      label: 'GitHub Actions',
      storage: `In the repository, open Settings > Secrets and variables > Actions, and store the token as the secret ${tokenVariable}. The response is saved in a file, because logs can be public.`,
      command: null,
      file: `.github/workflows/${name}.yml`,
      code: gitHubWorkflow(url, title, name),
    },
    gitlab: {
      label: 'GitLab CI',
      storage: `In the project, open Settings > CI/CD > Variables, and store the token as ${tokenVariable}: choose “Masked and hidden” and “Protect variable”. The response is saved in a file, because logs can be public.`,
      command: null,
      file: '.gitlab-ci.yml',
      code: gitLabPipeline(url, name),
    },
  };
  return sampleIds.map((id) => ({ id, ...samples[id] }));
}

/** curl hides the value of `--oauth2-bearer` in the list of processes, unlike that of a header. */
const curlCommand = (url: string, options = '') =>
  `curl --fail-with-body --silent --show-error${options} --oauth2-bearer "$${tokenVariable}" \\
  '${url}'`;

const typeScriptProgram = (url: string) => `const token = process.env['${tokenVariable}'];
if (!token) throw new Error('Set ${tokenVariable} to the API token.');

const response = await fetch('${url}', {
  headers: { Authorization: \`Bearer \${token}\` },
  signal: AbortSignal.timeout(10_000),
});
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
console.log(await response.json());`;

const indented = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

const gitHubWorkflow = (url: string, title: string, name: string) => `name: ${title}
on: workflow_dispatch
permissions: {}
jobs:
  ${name}:
    runs-on: ubuntu-latest
    steps:
      - run: |
          ${indented(curlCommand(url, ` --output ${name}.json`), 10)}
        env:
          ${tokenVariable}: \${{ secrets.${tokenVariable} }}`;

const gitLabPipeline = (url: string, name: string) => `${name}:
  image: curlimages/curl:latest
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  script:
    - |
      ${indented(curlCommand(url, ` --output ${name}.json`), 6)}`;
