import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A browser that asks over a socket of its own, so that it can leave or stop reading at any moment. */
export interface RawReader {
  /** Reads on until so many bytes have come. */
  take(bytes: number): Promise<void>;
  stopReading(): void;
  hangUp(): void;
}

export interface Listening {
  ask(path: string, headers?: Readonly<Record<string, string>>): RawReader;
  /** Hangs up for all readers, too. */
  close(): Promise<void>;
}

/** Serves an app over real sockets. */
export async function listen(app: RequestListener): Promise<Listening> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    ask(path, headers = {}) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      // A connection that is broken off may end as an error; that it closes is all that anybody waits for.
      socket.on('error', () => {});
      const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      return {
        take: (bytes) =>
          new Promise((resolve, reject) => {
            let taken = 0;
            const tooFew = () => reject(new Error(`Only ${taken} bytes came.`));
            const take = (chunk: Buffer) => {
              taken += chunk.length;
              if (taken < bytes) return;
              socket.off('data', take).off('close', tooFew);
              resolve();
            };
            socket.on('data', take).on('close', tooFew).resume();
          }),
        stopReading: () => void socket.pause(),
        hangUp: () => void socket.destroy(),
      };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
