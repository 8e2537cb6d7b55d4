import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Load balancers and browsers notice a shutdown late. Until then, the replica responds to their requests. */
const drainDelayMs = 1_500;
/** The maximum time to accept queued connections, in case clients keep connecting. */
const acceptTimeoutMs = 2_000;
const closeIdleIntervalMs = 250;

/**
 * Stops a server without dropping a request: the port stays open for a while, then closes. Resolves after the last response.
 * Meanwhile, `closeOnShutdown` closes each connection with its next response.
 */
export async function shutDown(server: Server): Promise<void> {
  await sleep(drainDelayMs);
  await acceptQueuedConnections(server);
  const closed = new Promise((resolve) => server.close(resolve));
  // A response that started before the shutdown leaves its connection idle.
  const interval = setInterval(() => server.closeIdleConnections(), closeIdleIntervalMs);
  await closed;
  clearInterval(interval);
}

/**
 * Accepts connections that the operating system has queued and reads what idle ones have sent: closing the port would reset
 * them. Node accepts one connection in each turn of its event loop.
 */
async function acceptQueuedConnections(server: Server): Promise<void> {
  const deadline = performance.now() + acceptTimeoutMs;
  let accepted = 0;
  const count = () => (accepted += 1);
  server.on('connection', count);
  do {
    accepted = 0;
    await nextTurn();
  } while (accepted > 0 && performance.now() < deadline);
  server.off('connection', count);
}
