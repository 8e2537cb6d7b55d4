import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import * as z from 'zod';
import { Journal } from '../stand-in/journal.ts';
import { Refusal } from './refusal.ts';

const Kept = z.object({ request: z.string(), status: z.number(), body: z.unknown() });
type Kept = z.infer<typeof Kept>;

/** The first answer to each key, also when that is a failure of Stripe’s own, whatever comes later under it. */
export class IdempotencyKeys {
  readonly #answers: Journal<Kept>;
  readonly #inFlight = new Set<string>();

  constructor(folder: string) {
    this.#answers = new Journal(join(folder, 'idempotency.jsonl'), Kept);
  }

  /** Answers a repeat; lets a first request pass and marks its key as taken until it has its answer. */
  readonly guard: RequestHandler = (request, response, next) => {
    const key = request.get('idempotency-key');
    if (request.method !== 'POST' || key === undefined) {
      next();
      return;
    }
    const first = this.#answers.get(key);
    if (first) {
      if (first.request !== fingerprint(request.originalUrl, request.body)) throw otherParameters(key);
      response.set({ 'Idempotent-Replayed': 'true', 'Original-Request': 'req_first' });
      response.status(first.status).json(first.body);
      return;
    }
    if (this.#inFlight.has(key)) throw inUse(key);
    this.#inFlight.add(key);
    response.once('close', () => this.#inFlight.delete(key));
    const json = response.json.bind(response);
    response.json = (body: unknown) => {
      const status = response.statusCode;
      const kept = { request: fingerprint(request.originalUrl, request.body), status, body };
      if (isResult(status)) this.#answers.set(key, kept);
      return json(body);
    };
    next();
  };
}

/** What Stripe refuses to begin can be asked again under the same key. */
const isResult = (status: number) => status === 200 || status === 500;

const fingerprint = (path: string, form: unknown) =>
  createHash('sha256')
    .update(`${path} ${String(form)}`)
    .digest('hex');

const otherParameters = (key: string) =>
  new Refusal(
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  );

const inUse = (key: string) =>
  new Refusal(
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { status: 409, type: 'idempotency_error', code: 'idempotency_key_in_use' },
  );
