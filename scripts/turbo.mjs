import path from 'node:path';
import { run } from './run.mjs';

const quietly = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };

/** Runs Turborepo, which does only what is stale: what another Node did, or another machine, shows nothing of this one. */
export function turbo(root, parameters, { env = {}, concurrency = '100%', ...options } = {}) {
  const program = path.join(root, 'node_modules', '.bin', 'turbo');
  const runsOn = `${process.platform} ${process.arch} ${process.version}`;
  return run(program, ['run', ...parameters, '--output-logs=errors-only', `--concurrency=${concurrency}`], {
    cwd: root,
    env: { ...quietly, RUNS_ON: runsOn, ...env },
    ...options,
  });
}

/** Builds what is stale, without a word unless it fails. */
export async function build(root, packages = []) {
  const filters = packages.map((name) => `--filter=${name}`);
  const { code, output } = await turbo(root, ['build', ...filters], { quiet: true });
  if (code === 0) return;
  process.stderr.write(`${output}\nThe build failed. Nothing was started.\n`);
  process.exit(1);
}
