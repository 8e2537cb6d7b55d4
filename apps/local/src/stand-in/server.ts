import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in that listens, as tests and the entry of its process hold it. */
export interface Running {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface Listener {
  readonly url: string;
  /** Requests are answered from here on; the address is known before, because some stand-ins tell it. */
  readonly answer: (handler: RequestListener) => void;
  readonly stop: () => Promise<void>;
}

/** The interface that stand-ins listen on, and the name that they are reached by. Containers set both. */
export function whereabouts() {
  const { STAND_IN_HOST, STAND_IN_NAME } = process.env;
  return { host: STAND_IN_HOST || '127.0.0.1', name: STAND_IN_NAME || 'localhost' };
}

/** Binds the port. Port 0 picks a free one. */
export async function listen(port: number): Promise<Listener> {
  const { host, name } = whereabouts();
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${name}:${bound}`,
    answer: (handler) => server.on('request', handler),
    stop: () => close(server),
  };
}

/** What is in flight gets a second to finish. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const hard = setTimeout(() => {
      server.closeAllConnections();
    }, 1000);
    server.close(() => {
      clearTimeout(hard);
      resolve();
    });
    server.closeIdleConnections();
  });
}
