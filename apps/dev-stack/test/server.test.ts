import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../src/emulator/server.ts';

it('an emulator responds to a request that arrived while it was starting', async () => {
  const { url, handle, stop } = await listen(0);
  const early = request(url, { headers: { expect: '100-continue' } });
  early.flushHeaders();
  // Node sends it when the request has arrived.
  await once(early, 'continue');
  handle((_request, response) => response.end('ready'));
  early.end();
  const [response] = (await once(early, 'response')) as [IncomingMessage];
  expect(await text(response)).toBe('ready');
  await stop();
});
