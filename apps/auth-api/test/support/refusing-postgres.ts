import { createServer, type AddressInfo } from 'node:net';

/** A PostgreSQL that answers every login with one error, and says in it what it should not be told on. */
export async function startRefusingPostgres(code: string, message: string) {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(errorResponse(code, message)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://someone:canary-password@127.0.0.1:${port}/canary-name`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Of the protocol: `E`, the length, fields that each begin with their type, and a zero. */
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
