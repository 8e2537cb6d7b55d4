import path from 'node:path';
import { run } from './run.mjs';

const noTelemetry = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };

/** Runs Turborepo tasks that are not cached. The cache key includes the platform and the version of Node. */
export function turbo(root, args, { env = {}, concurrency = '100%', ...options } = {}) {
  const program = path.join(root, 'node_modules', '.bin', 'turbo');
  const platform = `${process.platform} ${process.arch} ${process.version}`;
  return run(program, ['run', ...args, '--output-logs=errors-only', `--concurrency=${concurrency}`], {
    cwd: root,
    env: { ...noTelemetry, RUNS_ON: platform, ...env },
    ...options,
  });
}

/** Builds what is outdated. Prints nothing unless it fails. */
export async function build(root, packages = []) {
  const filters = packages.map((name) => `--filter=${name}`);
  const { code, output } = await turbo(root, ['build', ...filters], { quiet: true });
  if (code === 0) return;
  process.stderr.write(`${output}\nThe build failed.\n`);
  process.exit(1);
}
