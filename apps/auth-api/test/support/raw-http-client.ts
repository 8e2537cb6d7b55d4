import { createServer, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { closeServer, listen } from './listen.ts';

/** A response read from a raw socket, so that a test can disconnect or stop reading at any point. */
export interface RawHttpResponse {
  /** Reads until this many bytes have arrived. */
  take(bytes: number): Promise<void>;
  stopReading(): void;
  hangUp(): void;
}

export interface RawHttpServer {
  /** Sends a GET request on a connection of its own. */
  get(path: string, headers?: Readonly<Record<string, string>>): RawHttpResponse;
  /** Also closes the connections of all clients. */
  close(): Promise<void>;
}

/** Serves an app on a port, with a client that reads from raw sockets. */
export async function startRawHttpServer(app: RequestListener): Promise<RawHttpServer> {
  const server = createServer(app);
  const port = await listen(server);
  const sockets: Socket[] = [];
  return {
    get(path, headers = {}) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      // A broken connection may emit an error before it closes. Tests wait only for the close.
      socket.on('error', () => {});
      const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      return {
        take: (bytes) =>
          new Promise((resolve, reject) => {
            let received = 0;
            const onClose = () => reject(new Error(`Only ${received} bytes arrived.`));
            const onData = (chunk: Buffer) => {
              received += chunk.length;
              if (received < bytes) return;
              socket.off('data', onData).off('close', onClose);
              resolve();
            };
            socket.on('data', onData).on('close', onClose).resume();
          }),
        stopReading: () => void socket.pause(),
        hangUp: () => void socket.destroy(),
      };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await closeServer(server);
    },
  };
}
