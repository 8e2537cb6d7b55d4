import { spawn } from 'node:child_process';

const ends = new Map([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
]);

/**
 * Runs a command to its end. `quiet` keeps its output, to be shown only when it fails. A signal that ends this process
 * meanwhile ends the command first.
 */
export function run(command, parameters, { cwd, env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const child = spawn(command, parameters, { cwd, env: { ...process.env, ...env }, stdio });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));

    const forward = [...ends].map(([signal, code]) => {
      const listener = () => {
        child.once('exit', () => process.exit(code));
        child.kill(signal);
      };
      process.on(signal, listener);
      return () => process.off(signal, listener);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const off of forward) off();
      resolve({ code: signal ? 1 : (code ?? 1), output });
    });
  });
}
