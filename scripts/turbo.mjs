import path from 'node:path';
import { run } from './run.mjs';

/** Runs Turborepo, which does only what is stale. */
export function turbo(root, parameters, options = {}) {
  const program = path.join(root, 'node_modules', '.bin', 'turbo');
  const env = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };
  return run(program, ['run', ...parameters, '--output-logs=errors-only', '--concurrency=100%'], {
    cwd: root,
    env,
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
