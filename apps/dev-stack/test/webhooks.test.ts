import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Clock } from '../src/stripe/clock.ts';
import { Events } from '../src/stripe/events.ts';
import { Objects } from '../src/stripe/objects.ts';
import { seedPrices } from '../src/stripe/prices.ts';
import { DeliverySettings, Webhooks } from '../src/stripe/webhooks.ts';
import { pollUntil } from './poll-until.ts';

let folder: string;
let receiver: Server;
let webhooks: Webhooks;
let received: string[];
let emit: () => string;

beforeEach(async () => {
  received = [];
  receiver = createServer((request, response) => {
    void json(request).then((event) => {
      received.push((event as { id: string }).id);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
  const objects = new Objects(folder);
  webhooks = new Webhooks(folder, objects, {
    webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    webhookSecret: 'whsec_test',
    log: () => undefined,
    record: () => undefined,
  });
  seedPrices(objects, 0);
  const events = new Events(objects, new Clock(folder), (event) => webhooks.add(event));
  emit = () => {
    events.emit('price.updated', objects.get('price', 'price_monthly'));
    return objects.all('event')[0]?.id ?? '';
  };
});
afterEach(async () => {
  webhooks.close();
  receiver.closeAllConnections();
  receiver.close();
  await rm(folder, { recursive: true });
});

const configure = (settings: object) => webhooks.configure(DeliverySettings.parse(settings));

it('a pause also applies to an event whose delivery was scheduled, which is sent once afterwards', async () => {
  configure({ delayMs: 100 });
  const delayed = emit();
  configure({ paused: true });
  configure({ delayMs: 200 });
  // Sent after all earlier deliveries of the other event.
  const later = emit();
  await pollUntil(() => Promise.resolve((received.includes(delayed) && received.includes(later)) || undefined));
  expect(received.toSorted()).toEqual([delayed, later].toSorted());
});
