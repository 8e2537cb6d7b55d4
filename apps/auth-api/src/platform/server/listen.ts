import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../errors/app-error.ts';

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The name of the setting with the port, for error messages. */
  readonly portSetting: string;
}

/** Starts to listen and returns the port. Throws an error that says what the operator can do. */
export async function listen(server: Server, { host, port, portSetting }: ListenOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new AppError(listenErrorMessage(cause, portSetting), { cause })));
    // Without a host, Node listens on `::`, or on 0.0.0.0 where the machine has no IPv6.
    server.listen({ port, ...(host !== '::' && { host }) }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Like `listen`, but returns null and keeps the port closed if the process is already shutting down. */
export const listenUnlessStopping = async (
  server: Server,
  options: ListenOptions,
  shutdownSignal: AbortSignal,
): Promise<number | null> => (shutdownSignal.aborted ? null : listen(server, options));

function listenErrorMessage({ code }: NodeJS.ErrnoException, portSetting: string): string {
  if (code === 'EADDRINUSE') return `The port is already in use. Change ${portSetting}, or stop the other program.`;
  if (code === 'EACCES')
    return `The process may not listen on this port. Change ${portSetting}: ports below 1024 need a special privilege.`;
  return `The process can’t listen (${code ?? 'unknown'}). Check HOST, which must be an address of this machine, and ${portSetting}.`;
}
