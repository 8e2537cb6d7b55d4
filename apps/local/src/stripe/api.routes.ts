import express, { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import { stackOf } from '../stand-in/failure.ts';
import { checkoutSessions } from './checkout-sessions.ts';
import { customers } from './customers.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import { newId } from './objects.ts';
import { Operations } from './operations.ts';
import { portalSessions } from './portal-sessions.ts';
import { prices } from './prices.ts';
import type { Recorder } from './recorder.ts';
import { Refusal } from './refusal.ts';
import { subscriptions } from './subscriptions.ts';
import { taxIds } from './tax-ids.ts';
import { apiVersion } from './version.ts';
import type { World } from './world.ts';

interface ApiSettings {
  readonly secretKey: string;
  readonly record: Recorder;
}

/** Stripe’s API, as far as the portal needs it. */
export function apiRoutes(world: World, keys: IdempotencyKeys, faults: RequestHandler, settings: ApiSettings): Router {
  const routes = Router();
  routes.use('/v1', express.text({ type: () => true, limit: '200kb' }), header, recorded(settings.record));
  routes.use('/v1', authorize(settings.secretKey));
  routes.use('/v1', keys.guard, faults);
  const operations = new Operations(routes, world);
  for (const add of [customers, taxIds, prices, subscriptions, checkoutSessions, portalSessions])
    add(operations, world);
  routes.use('/v1', unknownAddress);
  routes.use(refuse);
  return routes;
}

const header: RequestHandler = (_request, response, next) => {
  response.set({ 'Request-Id': newId('req'), 'Stripe-Version': apiVersion });
  next();
};

const authorize =
  (secretKey: string): RequestHandler =>
  (request, _response, next) => {
    if (request.get('authorization') !== `Bearer ${secretKey}`) {
      throw new Refusal('Invalid API Key provided.', { status: 401 });
    }
    const version = request.get('stripe-version') ?? apiVersion;
    if (version !== apiVersion) throw new Refusal(`Invalid Stripe API version: ${version}`);
    next();
  };

const unknownAddress: RequestHandler = (request) => {
  const message = `Unrecognized request URL (${request.method}: ${request.baseUrl}${request.path}).`;
  throw new Refusal(message, { status: 404 });
};

const refuse: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  if (error instanceof Refusal) {
    response.status(error.status).json(error.body);
    return;
  }
  process.stderr.write(`${stackOf(error)}\n`);
  response
    .status(500)
    .json({ error: { type: 'api_error', message: 'The local Stripe has a fault; its log tells more.' } });
};

const recorded =
  (record: Recorder): RequestHandler =>
  (request, response, next) => {
    const { method } = request;
    const body: unknown = request.body;
    const [path = '', query = ''] = request.originalUrl.split('?');
    const json = response.json.bind(response);
    response.json = (answer: unknown) => {
      const form = typeof body === 'string' ? body : '';
      record({ method, path, query, body: form, status: response.statusCode, answer });
      return json(answer);
    };
    next();
  };
