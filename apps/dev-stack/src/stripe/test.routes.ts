import express, { Router } from 'express';
import * as z from 'zod';
import { applyEdit, editNames } from './edits.ts';
import { ScenarioForm, type CurrentScenario } from './scenarios.ts';
import { moveClock } from './scheduled-transitions.ts';
import { DeliverySettings, type Webhooks } from './webhooks.ts';
import type { StripeState } from './state.ts';

const ClockMove = z.strictObject({
  days: z.number().min(0).max(3_660).default(0),
  seconds: z.int().min(0).default(0),
  email: z.string().optional(),
});
/** Without an email address the edit is made to all customers. */
const NewEdit = z.strictObject({ edit: z.enum(editNames), email: z.string().optional() });
const Delivery = z.strictObject({ events: z.array(z.string()).max(10_000) });

/** What tests can do and Stripe's clients cannot: move the clock, edit as staff do, and control the delivery of events. */
export function testRoutes(state: StripeState, webhooks: Webhooks, scenario: CurrentScenario): Router {
  const routes = Router();
  routes.use('/_test', express.json());

  routes.get('/_test/clock', (_request, response) => {
    response.json({ now: state.clock.now, ahead: state.clock.offsetSeconds });
  });
  routes.post('/_test/clock', (request, response) => {
    const { days, seconds, email } = ClockMove.parse(request.body);
    const [customer] = email === undefined ? [] : state.objects.all('customer', (each) => each.email === email);
    if (email !== undefined && !customer) {
      response.status(404).json({ error: `No customer has the email ${email}.` });
      return;
    }
    moveClock(Math.round(days * 86_400) + seconds, state, customer?.id);
    response.json({ now: state.clock.now, ahead: state.clock.offsetSeconds });
  });

  routes.post('/_test/edits', (request, response) => {
    const { edit, email } = NewEdit.parse(request.body);
    const customers = state.objects.all('customer', (each) => email === undefined || each.email === email);
    for (const customer of customers) applyEdit(edit, customer, state);
    response.json({ customers: customers.map(({ id }) => id) });
  });

  routes.get('/_test/scenario', (_request, response) => {
    response.json({ name: scenario.name });
  });
  routes.post('/_test/scenario', (request, response) => {
    scenario.change(ScenarioForm.parse(request.body).name);
    response.json({ name: scenario.name });
  });

  routes.get('/_test/webhooks', (_request, response) => {
    response.json(webhooks.deliverySettings);
  });
  routes.post('/_test/webhooks', (request, response) => {
    webhooks.configure(DeliverySettings.parse(request.body));
    response.json(webhooks.deliverySettings);
  });
  routes.post('/_test/deliveries', async (request, response) => {
    response.json(await webhooks.deliver(Delivery.parse(request.body).events));
  });
  routes.post('/_test/thin-event', async (_request, response) => {
    response.json({ status: await webhooks.sendThinEvent() });
  });
  routes.get('/_test/events', (_request, response) => {
    response.json(state.objects.all('event').toReversed());
  });
  routes.use('/_test', handleInvalidInput);
  return routes;
}

const handleInvalidInput: express.ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof z.ZodError) response.status(400).json({ error: z.prettifyError(error) });
  else next(error);
};
