import { createServer } from 'node:http';
import type { User } from '../../src/generated/prisma/client.ts';
import { startJobWorker } from '../../src/jobs/worker.ts';
import { startApi, type Credentials, type TestApi } from './api.ts';
import { logIn, makeUser } from './builders.ts';
import { closeServer, listen } from './listen.ts';
import { startStripeEmulator, type StripeEmulator } from './stripe.ts';
import { pollUntil } from './polling.ts';

export interface BillingStack {
  readonly api: TestApi;
  readonly stripe: StripeEmulator;
  /** A user without a Stripe customer, logged in. `path` is the path of the user's calls. */
  loggedInUser(
    overrides?: Parameters<typeof makeUser>[1],
  ): Promise<{ user: User; credentials: Credentials; path: string }>;
  /** A logged-in user with a Stripe customer and a subscription. */
  customer(): Promise<{ user: User; credentials: Credentials; path: string; customerId: string }>;
  close(): Promise<void>;
}

/** The API on a port of its own, with a job worker and the Stripe emulator of the local stack, which sends its webhooks there. */
export async function startBillingStack({ runJobs = true, environment = {} } = {}): Promise<BillingStack> {
  const server = createServer();
  const url = `http://localhost:${await listen(server)}`;
  const stripe = await startStripeEmulator(`${url}/webhooks/stripe`);
  const api = await startApi({
    AUTH_API_URL: url,
    STRIPE_API_URL: stripe.url,
    STRIPE_TIMEOUT_MS: '20000',
    ...environment,
  });
  server.on('request', api.app);
  const jobs = runJobs ? startJobWorker(api.services) : null;

  const loggedInUser = async (overrides: Parameters<typeof makeUser>[1] = {}) => {
    const user = await makeUser(api, { firstName: 'Ada', lastName: 'Lovelace', ...overrides });
    return { user, credentials: await logIn(api, user), path: `/users/${user.id}` };
  };
  return {
    api,
    stripe,
    loggedInUser,
    async customer() {
      const { user, credentials, path } = await loggedInUser();
      const createCustomer = () => api.send('POST', `${path}/create-billing-integration`, credentials).send({});
      // On a busy machine a request to the emulator may time out.
      const created = await pollUntil(createCustomer, ({ status }) => status === 200);
      if (created.status !== 200) throw new Error(`No customer was created: ${created.text}`);
      const { customerId } = await api.db.billingAccount.findUniqueOrThrow({ where: { userId: user.id } });
      return { user, credentials, path, customerId: customerId ?? '' };
    },
    async close() {
      await jobs?.stop();
      await stripe.stop();
      server.closeAllConnections();
      await closeServer(server);
      await api.close();
    },
  };
}
