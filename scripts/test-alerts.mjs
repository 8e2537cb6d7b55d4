#!/usr/bin/env node
// `npm run test:alerts`: checks the Prometheus configuration and runs the tests of its rules with promtool, which the package
// `prometheus` of Debian and Ubuntu contains. PROMTOOL is its path if it is not installed in the system.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

const cwd = path.join(fileURLToPath(new URL('..', import.meta.url)), 'deploy', 'monitoring');
const promtool = process.env['PROMTOOL'] ?? 'promtool';

for (const args of [
  ['check', 'config', 'prometheus.yml'],
  ['test', 'rules', 'alerts.test.yml'],
]) {
  const { code } = await run(promtool, args, { cwd }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    process.stderr.write('promtool is not installed. It is part of the package `prometheus` of Debian and Ubuntu.\n');
    process.exit(1);
  });
  if (code !== 0) process.exit(code);
}
