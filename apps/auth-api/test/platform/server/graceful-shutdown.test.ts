import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { listen, listenUnlessStopping } from '../../../src/platform/server/listen.ts';
import { shutDown } from '../../../src/platform/server/graceful-shutdown.ts';
import { pollUntil } from '../../support/polling.ts';

const isRefused = (port: number) => async () => {
  const socket = connect({ port, host: '127.0.0.1' });
  return await once(socket, 'connect').then(
    () => {
      socket.destroy();
      return false;
    },
    () => true,
  );
};

async function sendRequest(port: number, agent: Agent): Promise<string> {
  const [response] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return `${response.statusCode ?? 0} ${response.headers['connection'] ?? ''}`;
}

it('a process that listens on `::` can be reached by IPv4', async () => {
  const server = createServer((_req, res) => res.end());
  const port = await listen(server, { host: '::', port: 0, portSetting: 'PORT' });
  const agent = new Agent();
  expect(await sendRequest(port, agent)).toMatch(/^200/);
  agent.destroy();
  server.close();
});

describe('a process that stops', () => {
  it('does not open its port if it is stopped before it listens', async () => {
    const options = { host: '127.0.0.1', port: 0, portSetting: 'PORT' };
    const [stopped, running] = [createServer(), createServer()];
    expect(await listenUnlessStopping(stopped, options, AbortSignal.abort())).toBeNull();
    expect(stopped.listening).toBe(false);
    const port = await listenUnlessStopping(running, options, new AbortController().signal);
    expect(await isRefused(port ?? 0)()).toBe(false);
    running.close();
  });

  it('keeps responding for a short time on new and kept-alive connections, then closes them and its port', async () => {
    let stopping = false;
    const server = createServer({ keepAliveTimeout: 60_000 }, (_req, res) => {
      if (stopping) res.setHeader('Connection', 'close');
      res.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const [used, unused, late] = [1, 2, 3].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    if (!used || !unused || !late) throw new Error('Three agents are needed.');
    expect([await sendRequest(port, used), await sendRequest(port, unused)]).toEqual([
      '200 keep-alive',
      '200 keep-alive',
    ]);

    stopping = true;
    const closed = shutDown(server);
    expect([await sendRequest(port, used), await sendRequest(port, late)]).toEqual(['200 close', '200 close']);
    await closed;
    expect(await isRefused(port)()).toBe(true);
    expect(await new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0);
    for (const agent of [used, unused, late]) agent.destroy();
  });

  it('waits for a response in progress, then closes its connection', async () => {
    const finished = new AbortController();
    const server = createServer({ keepAliveTimeout: 60_000 }, (_req, res) => {
      res.write('started');
      finished.signal.addEventListener('abort', () => res.end());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true });
    const [response] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [IncomingMessage];
    const closed = shutDown(server);
    expect(await pollUntil(isRefused(port), (refused) => refused)).toBe(true);
    finished.abort();
    response.resume();
    await once(response, 'end');
    await closed;
    agent.destroy();
  });

  it('responds to all clients that connected while it was busy', async () => {
    const server = createServer((_req, res) => res.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const closed = shutDown(server);
    const busyUntil = performance.now() + 2_000;
    const responses = new Promise((resolve) => {
      setImmediate(() => resolve(Promise.all(Array.from({ length: 10 }, () => sendRequest(port, new Agent())))));
    });
    // The operating system has queued the connections. The process stays busy until shortly before the port closes.
    setImmediate(() => {
      while (performance.now() < busyUntil);
    });
    expect(new Set((await responses) as string[])).toEqual(new Set(['200 close']));
    await closed;
  });
});
