import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorCode } from './local-postgres-error.ts';

/**
 * A free port below the ephemeral range, so that no outgoing connection takes it before it is used, and above 10080, the last
 * port that `fetch` and browsers block.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_081, 19_000);
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') return freePort();
    throw error;
  }
  await once(server.close(), 'close');
  return port;
}
