import { codeOf, messageOf } from './failure.ts';
import type { Running } from './server.ts';

/** The life of a stand-in's process: start, tell, end on a signal. */
export async function run(name: string, start: () => Promise<Running>): Promise<void> {
  try {
    const { url, stop } = await start();
    process.stdout.write(`${name} listens on ${url}\n`);
    const end = () => {
      setTimeout(() => process.exit(0), 1800).unref();
      void stop().then(() => process.exit(0));
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  } catch (error) {
    process.stderr.write(`${name}: ${explain(error)}\n`);
    process.exit(1);
  }
}

function explain(error: unknown): string {
  if (codeOf(error) !== 'EADDRINUSE') return messageOf(error);
  return `${messageOf(error)}. Another program uses the port; the settings PORT and PORT_OFFSET move this one.`;
}
