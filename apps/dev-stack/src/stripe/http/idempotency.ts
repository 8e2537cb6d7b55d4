import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import * as z from 'zod';
import { Journal } from '../../emulator/journal.ts';
import { StripeError } from './stripe-error.ts';

const StoredResponse = z.object({ request: z.string(), status: z.number(), body: z.unknown() });
type StoredResponse = z.infer<typeof StoredResponse>;

/** Stores the first response to each idempotency key, also a server error, and replays it. */
export class IdempotencyKeys {
  readonly #responses: Journal<StoredResponse>;
  readonly #inFlight = new Set<string>();

  constructor(folder: string) {
    this.#responses = new Journal(join(folder, 'idempotency.jsonl'), StoredResponse);
  }

  /** Replays the response to a retry. Lets a first request pass and locks its key until the response is sent. */
  readonly guard: RequestHandler = (request, response, next) => {
    const key = request.get('idempotency-key');
    if (request.method !== 'POST' || key === undefined) {
      next();
      return;
    }
    const first = this.#responses.get(key);
    if (first) {
      if (first.request !== fingerprint(request.originalUrl, request.body)) throw differentParametersError(key);
      response.set({ 'Idempotent-Replayed': 'true', 'Original-Request': 'req_first' });
      response.status(first.status).json(first.body);
      return;
    }
    if (this.#inFlight.has(key)) throw keyInUseError(key);
    this.#inFlight.add(key);
    response.once('close', () => this.#inFlight.delete(key));
    const json = response.json.bind(response);
    response.json = (body: unknown) => {
      const status = response.statusCode;
      const stored = { request: fingerprint(request.originalUrl, request.body), status, body };
      if (isReplayable(status)) this.#responses.set(key, stored);
      return json(body);
    };
    next();
  };
}

/** A request that Stripe rejects before it executes can be retried with the same key. Source: https://docs.stripe.com/api/idempotent_requests */
const isReplayable = (status: number) => [200, 402, 500].includes(status);

const fingerprint = (path: string, form: unknown) =>
  createHash('sha256')
    .update(`${path} ${String(form)}`)
    .digest('hex');

const differentParametersError = (key: string) =>
  new StripeError(
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  );

const keyInUseError = (key: string) =>
  new StripeError(
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { status: 409, type: 'idempotency_error', code: 'idempotency_key_in_use' },
  );
