import { createServer } from 'node:net';
import { systemErrorCode, StartFailure } from './start-failure.ts';
import { type PortName, type Ports, portTable } from './stack-settings.ts';

/** Refuses to start when any port is taken, and says which, by what, and how to move it. */
export async function checkPorts(ports: Ports, without: readonly PortName[] = []): Promise<void> {
  const names = (Object.keys(ports) as PortName[]).filter((name) => !without.includes(name));
  const answers = await Promise.all(names.map(async (name) => ({ name, fault: await faultOf(ports[name]) })));
  const faults = answers.flatMap(({ name, fault }) => (fault === undefined ? [] : [{ name, fault }]));
  const [first] = faults;
  if (first === undefined) return;
  const list = faults.map(({ name, fault }) => `Port ${ports[name]} (${portTable[name].title}) ${fault}.`).join(' ');
  throw new StartFailure(
    `${list} End what uses it, or move it: ${portTable[first.name].setting}=<port> moves this one alone, ` +
      'PORT_OFFSET=<number> moves all of them.',
  );
}

async function faultOf(port: number): Promise<string | undefined> {
  // A browser may try ::1 first for localhost: a server there would take our visitors.
  for (const host of ['127.0.0.1', '::1']) {
    const code = await tryListening(port, host);
    if (code === 'EADDRINUSE') return 'is taken by another program';
    if (code === 'EACCES') return 'is reserved: only root may listen there';
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
    return systemErrorCode(error) ?? String(error);
  }
  await new Promise((resolve) => server.close(resolve));
  return undefined;
}
