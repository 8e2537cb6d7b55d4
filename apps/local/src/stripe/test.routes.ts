import express, { Router } from 'express';
import * as z from 'zod';
import { doWhatIsDue } from './due.ts';
import { Manner, type Webhooks } from './webhooks.ts';
import type { World } from './world.ts';

const Move = z.strictObject({
  days: z.number().min(0).max(3_660).default(0),
  seconds: z.int().min(0).default(0),
  email: z.string().optional(),
});
const Delivery = z.strictObject({ events: z.array(z.string()).max(10_000) });

/** What a test may do that nobody can do to Stripe: move its clock, and have a say in how events come. */
export function testRoutes(world: World, webhooks: Webhooks): Router {
  const routes = Router();
  routes.use('/_test', express.json());

  routes.get('/_test/clock', (_request, response) => {
    response.json({ now: world.clock.now, ahead: world.clock.ahead });
  });
  routes.post('/_test/clock', (request, response) => {
    const { days, seconds, email } = Move.parse(request.body);
    const [customer] = email === undefined ? [] : world.objects.all('customer', (each) => each.email === email);
    if (email !== undefined && !customer) {
      response.status(404).json({ error: `No customer has the address ${email}.` });
      return;
    }
    world.clock.advance(Math.round(days * 86_400) + seconds, customer?.id);
    doWhatIsDue(world);
    response.json({ now: world.clock.now, ahead: world.clock.ahead });
  });

  routes.get('/_test/webhooks', (_request, response) => {
    response.json(webhooks.manner);
  });
  routes.post('/_test/webhooks', (request, response) => {
    webhooks.change(Manner.parse(request.body));
    response.json(webhooks.manner);
  });
  routes.post('/_test/deliveries', async (request, response) => {
    response.json(await webhooks.deliver(Delivery.parse(request.body).events));
  });
  routes.get('/_test/events', (_request, response) => {
    response.json(world.objects.all('event').toReversed());
  });
  routes.use('/_test', badWish);
  return routes;
}

const badWish: express.ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof z.ZodError) response.status(400).json({ error: z.prettifyError(error) });
  else next(error);
};
