import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));

/** Runs scripts/command.mjs. */
function run(command: string, env: Record<string, string> = {}) {
  const options = { env: { ...process.env, ...env }, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, [pathOf('scripts/command.mjs'), command], options);
  return { status, stderr };
}

it('every npm script that runs a built program names a command that exists', () => {
  const { scripts } = JSON.parse(readFileSync(pathOf('package.json'), 'utf8')) as { scripts: Record<string, string> };
  const named = Object.values(scripts).flatMap(
    (script) => /^node scripts\/command\.mjs (\S+)$/.exec(script)?.[1] ?? [],
  );
  const { status, stderr } = run('unknown');
  expect(status).toBe(2);
  expect(stderr).toMatch(/^Unknown command 'unknown'\.\n/);
  expect(/Usage: command\.mjs (.+)/.exec(stderr)?.[1]?.split(' | ').toSorted()).toEqual(named.toSorted());
});

it('billing without a local stack says how to create one', () => {
  expect(run('billing:reconcile', { DATABASE_URL: '', DATA_DIR: pathOf('missing') })).toEqual({
    status: 1,
    stderr: `There is no local stack in ${pathOf('missing')}. Create it with \`npm start\`. For a deployment, set DATABASE_URL and the API’s other settings.\n`,
  });
});
