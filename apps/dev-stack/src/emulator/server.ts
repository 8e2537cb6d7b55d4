import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RunningServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface Listener {
  readonly url: string;
  /**
   * Starts handling requests, including those that arrived before. Separate from listening, because some emulators need their
   * own URL first.
   */
  readonly handle: (handler: RequestListener) => void;
  readonly stop: () => Promise<void>;
}

/** The host that emulators listen on, and the name in their URLs. Containers set both. */
export function bindAddress() {
  const { EMULATOR_HOST, EMULATOR_NAME } = process.env;
  return { host: EMULATOR_HOST || '127.0.0.1', name: EMULATOR_NAME || 'localhost' };
}

/** Listens on the port; 0 chooses a free one. */
export async function listen(port: number): Promise<Listener> {
  const { host, name } = bindAddress();
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  let handle: Listener['handle'] = () => undefined;
  const ready = new Promise<RequestListener>((resolve) => (handle = resolve));
  server.on('request', (request, response) => {
    void ready.then((handler) => handler(request, response));
  });
  return {
    url: `http://${name}:${bound}`,
    handle,
    stop: () => closeServer(server),
  };
}

/** Requests in flight get a second to finish. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const forceTimer = setTimeout(() => {
      server.closeAllConnections();
    }, 1000);
    server.close(() => {
      clearTimeout(forceTimer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
