import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseSettings } from '../../src/platform/config/settings.ts';
import type { BillingProvider } from '../../src/integrations/stripe/billing-provider.ts';
import { stripeBilling } from '../../src/integrations/stripe/stripe-billing.ts';
import { testEnvironment } from './api.ts';
import { closeServer, listen } from './listen.ts';

/** A request as Stripe gets it. */
export interface StripeRequest {
  /** Such as `POST /v1/customers`. */
  readonly call: string;
  /** Of the query or the form, such as `metadata[userId]`. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

interface FakeResponse {
  readonly body: object;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server that answers requests to Stripe with prepared responses, and records them. Unlike the emulator it has no state. */
export interface FakeStripe {
  readonly billing: BillingProvider;
  readonly requests: StripeRequest[];
  /** The provider with other settings. */
  billingWith(environment: Record<string, string>): BillingProvider;
  /** Sets the response to a call. Other calls get an error: that the object does not exist. */
  respond(call: string, body: object, status?: number, headers?: Record<string, string>): void;
  /** Forgets the requests and the responses. */
  reset(): void;
  close(): Promise<void>;
}

const missing = { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' } };

/** A page of a list, as Stripe returns it. */
export const listOf = (...data: object[]) => ({ object: 'list', data, has_more: false });

export async function startFakeStripe(): Promise<FakeStripe> {
  const requests: StripeRequest[] = [];
  const responses = new Map<string, FakeResponse>();
  const server = createServer((req, res) => {
    void text(req).then((form) => {
      const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost');
      const call = `${req.method} ${pathname}`;
      const params = req.method === 'POST' ? new URLSearchParams(form) : searchParams;
      requests.push({ call, params: Object.fromEntries(params), headers: req.headers });
      const { body, status, headers } = responses.get(call) ?? { body: missing, status: 404, headers: {} };
      // Without a pause before another attempt.
      const standard = { 'content-type': 'application/json', 'request-id': 'req_1', 'stripe-should-retry': 'false' };
      res.writeHead(status, { ...standard, ...headers }).end(JSON.stringify(body));
    });
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const billingWith = (environment: Record<string, string>) =>
    stripeBilling(
      parseSettings({
        ...testEnvironment,
        DATABASE_URL: 'postgresql://localhost/none',
        SIGNING_KEYS_DIR: 'none',
        STRIPE_API_URL: url,
        ...environment,
      }),
    );
  return {
    billing: billingWith({}),
    requests,
    billingWith,
    respond(call, body, status = 200, headers = {}) {
      responses.set(call, { body, status, headers });
    },
    reset() {
      requests.length = 0;
      responses.clear();
    },
    async close() {
      server.closeAllConnections();
      await closeServer(server);
    },
  };
}
