import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { serveApp } from '../src/http/serve-app.ts';

it('makes requests and answers with the prototypes that Express wants, so that it changes none', async () => {
  const app = express();
  const prototypesOf = (...of: object[]) => of.map((each) => Object.getPrototypeOf(each) as object);
  let inExpress: object[] = [];
  app.get('/', (req, res) => {
    inExpress = prototypesOf(req, res);
    res.json({ path: req.path, type: req.get('x-kind') });
  });
  const server = serveApp(app, {});
  let made: object[] = [];
  server.prependListener('request', (req, res) => (made = prototypesOf(req, res)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-kind': 'small' } });
    expect(await answer.json()).toEqual({ path: '/', type: 'small' });
    expect(inExpress).toHaveLength(2);
    for (const [at, prototype] of inExpress.entries()) expect(made[at]).toBe(prototype);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
