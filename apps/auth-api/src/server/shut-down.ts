import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Load balancers and browsers notice late that a replica stops; until then it answers what they send. */
const noticeMs = 1_500;
/** The longest time to accept queued connections, in case clients keep connecting. */
const acceptMs = 2_000;
const closeIdleEveryMs = 250;

/**
 * Stops a server without losing a request: the port stays open for a while, then closes. Resolves after the last response.
 * `closeOnShutdown` ends each connection with its next response meanwhile.
 */
export async function shutDown(server: Server): Promise<void> {
  await sleep(noticeMs);
  await acceptQueuedConnections(server);
  const closed = new Promise((resolve) => server.close(resolve));
  // A response that began before the shutdown leaves its connection idle.
  const closingIdle = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  await closed;
  clearInterval(closingIdle);
}

/**
 * Accepts the connections that the system has queued and reads what idle ones have sent: closing the port would reset them.
 * Node accepts one connection in each turn of its event loop.
 */
async function acceptQueuedConnections(server: Server): Promise<void> {
  const deadline = performance.now() + acceptMs;
  let accepted = 0;
  const count = () => (accepted += 1);
  server.on('connection', count);
  do {
    accepted = 0;
    await nextTurn();
  } while (accepted > 0 && performance.now() < deadline);
  server.off('connection', count);
}
