import { createServer } from 'node:net';
import { errorCode } from '../errors.ts';
import { type PortName, type Ports, portDefinitions } from './settings.ts';
import { StartError } from './start-error.ts';

/** Throws a `StartError` that lists the ports that are in use and how to change them. */
export async function checkPorts(ports: Ports, except: readonly PortName[] = []): Promise<void> {
  const names = (Object.keys(ports) as PortName[]).filter((name) => !except.includes(name));
  const results = await Promise.all(names.map(async (name) => ({ name, error: await portError(ports[name]) })));
  const failed = results.flatMap(({ name, error }) => (error === undefined ? [] : [{ name, error }]));
  const [first] = failed;
  if (first === undefined) return;
  const list = failed
    .map(({ name, error }) => `Port ${ports[name]} (${portDefinitions[name].title}) ${error}.`)
    .join(' ');
  throw new StartError(
    `${list} Stop the program that uses it, or change the port: ${portDefinitions[first.name].setting}=<port> changes ` +
      'only this one, PORT_OFFSET=<number> shifts all ports.',
  );
}

async function portError(port: number): Promise<string | undefined> {
  // Browsers may try ::1 first for localhost, so a server there would receive our requests.
  for (const host of ['127.0.0.1', '::1']) {
    const code = await tryListening(port, host);
    if (code === 'EADDRINUSE') return 'is already in use';
    if (code === 'EACCES') return 'is reserved for root';
    if (code !== undefined && host === '127.0.0.1') return `can't be used (${code})`;
  }
  return undefined;
}

async function tryListening(port: number, host: string): Promise<string | undefined> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ port, host, exclusive: true }, resolve);
    });
  } catch (error) {
    return errorCode(error) ?? String(error);
  }
  await new Promise((resolve) => server.close(resolve));
  return undefined;
}
