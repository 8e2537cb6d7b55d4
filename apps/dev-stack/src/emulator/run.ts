import { errorCode, errorMessage } from '../errors.ts';
import type { RunningServer } from './server.ts';

/** Runs an emulator until a signal arrives. */
export async function runEmulator(name: string, start: () => Promise<RunningServer>): Promise<void> {
  try {
    const { url, stop } = await start();
    process.stdout.write(`${name} listening on ${url}\n`);
    const stopAndExit = () => {
      setTimeout(() => process.exit(0), 1800).unref();
      void stop().then(() => process.exit(0));
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stopAndExit);
  } catch (error) {
    process.stderr.write(`${name}: ${describeStartError(error)}\n`);
    process.exit(1);
  }
}

function describeStartError(error: unknown): string {
  if (errorCode(error) !== 'EADDRINUSE') return errorMessage(error);
  return `${errorMessage(error)}. The port is already in use; change it with PORT or PORT_OFFSET.`;
}
