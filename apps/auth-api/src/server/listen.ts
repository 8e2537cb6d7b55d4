import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Fault } from '../fault.ts';

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The name of the setting that has the port, for the error message. */
  readonly setting: string;
}

/** Starts to listen and returns the port. Fails with a message that says what an operator can do. */
export async function listenAt(server: Server, { host, port, setting }: ListenOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new Fault(whyNot(cause, setting), { cause })));
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Listens and returns the port. Returns null if the process is already stopping: then the port stays closed. */
export const listenUnlessStopping = async (
  server: Server,
  options: ListenOptions,
  stopping: AbortSignal,
): Promise<number | null> => (stopping.aborted ? null : listenAt(server, options));

function whyNot({ code }: NodeJS.ErrnoException, setting: string): string {
  if (code === 'EADDRINUSE') return `Another program listens there already. Check ${setting}, and what else runs.`;
  if (code === 'EACCES')
    return `It may not listen on that port. Check ${setting}: ports below 1024 need a right of their own.`;
  return `It can’t listen there (${code ?? 'unknown'}). Check HOST, which has to be an address of this machine, and ${setting}.`;
}
