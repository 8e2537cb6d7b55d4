import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises';

/** Balancers and browsers learn late that a replica goes, and what they have sent by then is still answered. */
const stillComingMs = 750;
/** A proxy goes on using the connections that it has; each is ended by its next answer. */
const onKeptConnectionsMs = 750;

/** Answers what is in flight and what still comes on its way, then takes nothing more; resolves with the last answer. */
export async function drain(server: Server): Promise<void> {
  await sleepAndRead(stillComingMs);
  // The HTTP server's own way would end connections that nobody uses just now, with a request on its way on one of them.
  const ended = new Promise((resolve) => Listener.prototype.close.call(server, resolve));
  await sleepAndRead(onKeptConnectionsMs);
  server.closeIdleConnections();
  await ended;
}

/** A busy process comes late: what has come by then is taken in before anything is closed. */
async function sleepAndRead(ms: number): Promise<void> {
  await sleep(ms);
  await afterReading();
}
