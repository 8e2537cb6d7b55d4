import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../check-commit-subjects.mjs', import.meta.url));

let repository: string;
beforeEach(async () => {
  repository = await mkdtemp(path.join(tmpdir(), 'commit-subjects-'));
  git('init', '--quiet');
  commit('Start');
});
afterEach(() => rm(repository, { recursive: true }));

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: repository });
}

const commit = (subject: string) => git('commit', '--quiet', '--no-verify', '--allow-empty', '--message', subject);

/** Runs the script. */
function check(...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: repository, encoding: 'utf8' });
  return { status, stderr };
}

/** Checks the commits after the first one. */
const checkNewCommits = () => check('HEAD~1..HEAD');

it.each([
  ['a subject of 72 characters', 'A'.padEnd(72, 'a')],
  ['an imperative subject', 'Revoke API tokens of removed members'],
])('%s is accepted', (_kind, subject) => {
  commit(subject);
  expect(checkNewCommits()).toEqual({ status: 0, stderr: '' });
});

it.each([
  ['a subject of 73 characters', 'A'.padEnd(73, 'a'), 'has 73 characters; the limit is 72'],
  ['a subject in lower case', 'revoke API tokens', 'must start with a capital letter'],
  ['a subject with a period at its end', 'Revoke API tokens.', 'must not end with a period'],
])('%s is rejected', (_kind, subject, error) => {
  commit(subject);
  const { status, stderr } = checkNewCommits();
  expect(status).toBe(1);
  expect(stderr).toMatch(/^[0-9a-f]+ /);
  expect(stderr).toContain(`"${subject}" ${error}\n`);
});

it('only the commits of the range are checked', () => {
  commit('revoke API tokens');
  commit('Revoke API tokens');
  expect(checkNewCommits()).toEqual({ status: 0, stderr: '' });
  expect(check('HEAD~2..HEAD').status).toBe(1);
});

it('without a range the usage is printed', () => {
  const { status, stderr } = check();
  expect(status).toBe(2);
  expect(stderr).toMatch(/^Usage: /);
});
