import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { closeOnShutdown } from '../src/http/close-on-shutdown.ts';

it('each connection closes with its next response once the process stops, also if the request arrived before', async () => {
  const stopping = new AbortController();
  const waiting: Response[] = [];
  const app = express().use(closeOnShutdown(stopping.signal));
  app.get('/now', (_req, res) => void res.end());
  app.get('/later', (_req, res) => void waiting.push(res));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string) => {
    const [answer] = (await once(get({ port, host: '127.0.0.1', path, agent }), 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer.headers['connection'];
  };

  expect(await ask('/now')).toBe('keep-alive');
  const arrived = once(server, 'request');
  const later = ask('/later');
  await arrived;
  stopping.abort();
  waiting.forEach((res) => res.end());
  expect(await later).toBe('close');
  expect(await ask('/now')).toBe('close');
  agent.destroy();
  server.close();
});
