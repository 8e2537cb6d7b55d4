import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorCode } from './local-postgres-error.ts';

/** A port that nobody uses, below those that systems give to whoever asks for any: it is still free a while later. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 19_000);
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
