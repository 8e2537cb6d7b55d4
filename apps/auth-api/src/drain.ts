import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Balancers and browsers learn late that a replica goes, and what they have sent by then is still answered. */
const stillComingMs = 750;
/** Where others come without end, somebody has to stand outside. */
const takingInMs = 2_000;
/** A proxy goes on using the connections that it has; each is ended by its next answer. */
const onKeptConnectionsMs = 750;

/** Answers what is in flight and what still comes on its way, then takes nothing more; resolves with the last answer. */
export async function drain(server: Server): Promise<void> {
  await sleep(stillComingMs);
  await takeInWhoCame(server);
  // The HTTP server's own way would end connections that nobody uses just now, with a request on its way on one of them.
  const ended = new Promise((resolve) => Listener.prototype.close.call(server, resolve));
  await sleep(onKeptConnectionsMs);
  // First what has come on them is read.
  await nextTurn();
  server.closeIdleConnections();
  await ended;
}

/**
 * Lets everybody in who waits at the door, for closing it would break their connections: Node lets one in a turn of its
 * loop, and on a busy machine many may wait.
 */
async function takeInWhoCame(server: Server): Promise<void> {
  const until = performance.now() + takingInMs;
  let letIn = 0;
  const count = () => letIn++;
  server.on('connection', count);
  for (let before = -1; letIn > before && performance.now() < until;) {
    before = letIn;
    await nextTurn();
  }
  server.off('connection', count);
}
