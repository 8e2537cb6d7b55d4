import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { closeOnShutdown } from '../../../src/request/middleware/close-on-shutdown.ts';

it('each connection closes with its next response once the process stops, also if the request arrived before', async () => {
  const stopping = new AbortController();
  const pending: Response[] = [];
  const app = express().use(closeOnShutdown(stopping.signal));
  app.get('/now', (_req, res) => void res.end());
  app.get('/later', (_req, res) => void pending.push(res));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const connectionHeaderOf = async (path: string) => {
    const [response] = (await once(get({ port, host: '127.0.0.1', path, agent }), 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.headers['connection'];
  };

  expect(await connectionHeaderOf('/now')).toBe('keep-alive');
  const arrived = once(server, 'request');
  const later = connectionHeaderOf('/later');
  await arrived;
  stopping.abort();
  pending.forEach((res) => res.end());
  expect(await later).toBe('close');
  expect(await connectionHeaderOf('/now')).toBe('close');
  agent.destroy();
  server.close();
});
