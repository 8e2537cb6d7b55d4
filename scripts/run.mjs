import { spawn } from 'node:child_process';

const exitCodes = new Map([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
]);

/**
 * Runs a command. With `quiet`, its output is returned instead of printed. Signals are forwarded to the command before this
 * process exits.
 */
export function run(command, args, { cwd, env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));

    const removeListeners = [...exitCodes].map(([signal, code]) => {
      const listener = () => {
        child.once('exit', () => process.exit(code));
        child.kill(signal);
      };
      process.on(signal, listener);
      return () => process.off(signal, listener);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const removeListener of removeListeners) removeListener();
      resolve({ code: signal ? 1 : (code ?? 1), output });
    });
  });
}
