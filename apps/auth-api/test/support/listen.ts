import type { AddressInfo, Server } from 'node:net';

/** Starts a server on a free port of the loopback interface and returns the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Stops a server. Its open connections must be closed already, or close on their own. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
