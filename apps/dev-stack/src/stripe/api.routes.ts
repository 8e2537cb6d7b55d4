import express, { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import { errorStack } from '../errors.ts';
import { addCheckoutSessionOperations } from './checkout-sessions.ts';
import { addCustomerOperations } from './customers.ts';
import type { IdempotencyKeys } from './http/idempotency.ts';
import { addInvoiceOperations } from './invoices.ts';
import { newId } from './objects.ts';
import { Operations } from './http/operations.ts';
import { addPortalSessionOperations } from './portal-sessions.ts';
import { addPriceOperations } from './prices.ts';
import type { Recorder } from './http/recording.ts';
import { StripeError } from './http/stripe-error.ts';
import { addSubscriptionOperations } from './subscriptions.ts';
import { addTaxIdOperations } from './tax-ids.ts';
import { apiVersion } from './settings.ts';
import type { StripeState } from './state.ts';

interface ApiSettings {
  readonly secretKey: string;
  readonly record: Recorder;
}

/** The part of Stripe’s API that the portal uses. */
export function apiRoutes(
  state: StripeState,
  keys: IdempotencyKeys,
  faults: readonly RequestHandler[],
  settings: ApiSettings,
): Router {
  const routes = Router();
  routes.use(
    '/v1',
    express.text({ type: () => true, limit: '200kb' }),
    setStripeHeaders,
    recordExchanges(settings.record),
  );
  routes.use('/v1', authorize(settings.secretKey));
  routes.use('/v1', keys.guard, ...faults);
  const operations = new Operations(routes, state);
  for (const add of [
    addCustomerOperations,
    addTaxIdOperations,
    addPriceOperations,
    addSubscriptionOperations,
    addInvoiceOperations,
    addCheckoutSessionOperations,
    addPortalSessionOperations,
  ])
    add(operations, state);
  routes.use('/v1', handleUnknownUrl);
  routes.use(handleError);
  return routes;
}

const setStripeHeaders: RequestHandler = (_request, response, next) => {
  response.set({ 'Request-Id': newId('req'), 'Stripe-Version': apiVersion });
  next();
};

const authorize =
  (secretKey: string): RequestHandler =>
  (request, _response, next) => {
    if (request.get('authorization') !== `Bearer ${secretKey}`) {
      throw new StripeError('Invalid API Key provided.', { status: 401 });
    }
    const version = request.get('stripe-version') ?? apiVersion;
    if (version !== apiVersion) throw new StripeError(`Invalid Stripe API version: ${version}`);
    next();
  };

const handleUnknownUrl: RequestHandler = (request) => {
  const message = `Unrecognized request URL (${request.method}: ${request.baseUrl}${request.path}).`;
  throw new StripeError(message, { status: 404 });
};

const handleError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  if (error instanceof StripeError) {
    response.status(error.status).json(error.body);
    return;
  }
  process.stderr.write(`${errorStack(error)}\n`);
  response.status(500).json({ error: { type: 'api_error', message: 'The Stripe emulator failed. See its log.' } });
};

const recordExchanges =
  (record: Recorder): RequestHandler =>
  (request, response, next) => {
    const { method } = request;
    const body: unknown = request.body;
    const [path = '', query = ''] = request.originalUrl.split('?');
    const json = response.json.bind(response);
    response.json = (responseBody: unknown) => {
      const form = typeof body === 'string' ? body : '';
      record({ method, path, query, body: form, status: response.statusCode, response: responseBody });
      return json(responseBody);
    };
    next();
  };
