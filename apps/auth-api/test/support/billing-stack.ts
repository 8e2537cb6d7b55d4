import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { User } from '../../src/generated/prisma/client.ts';
import { startJobs } from '../../src/jobs/jobs.ts';
import { startApi, type Proof, type TestApi } from './api.ts';
import { logIn, makeUser } from './builders.ts';
import { startTestStripe, type TestStripe } from './stripe.ts';
import { until } from './until.ts';

export interface BillingStack {
  readonly api: TestApi;
  readonly stripe: TestStripe;
  /** A person who could be billed, signed in. */
  person(more?: Parameters<typeof makeUser>[1]): Promise<{ user: User; proof: Proof; path: string }>;
  /** A person with customer and subscription. */
  customer(): Promise<{ user: User; proof: Proof; path: string; customerId: string }>;
  close(): Promise<void>;
}

/** The API on a port of its own, working on its jobs, with the local stack's Stripe, which sends its events there. */
export async function startBillingStack({ worksOnJobs = true, environment = {} } = {}): Promise<BillingStack> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const stripe = await startTestStripe(`${url}/webhooks/stripe`);
  const api = await startApi({
    AUTH_API_URL: url,
    STRIPE_API_URL: stripe.url,
    STRIPE_WAIT_MS: '20000',
    ...environment,
  });
  server.on('request', api.app);
  const jobs = worksOnJobs ? startJobs(api.services) : null;

  const person = async (more: Parameters<typeof makeUser>[1] = {}) => {
    const user = await makeUser(api, { firstName: 'Ada', lastName: 'Lovelace', ...more });
    return { user, proof: await logIn(api, user), path: `/users/${user.id}` };
  };
  return {
    api,
    stripe,
    person,
    async customer() {
      const somebody = await person();
      const press = () => api.send('POST', `${somebody.path}/create-billing-integration`, somebody.proof).send({});
      // On a busy machine Stripe may be given up once.
      const made = await until(press, ({ status }) => status === 200);
      if (made.status !== 200) throw new Error(`No customer was made: ${made.text}`);
      const { customerId } = await api.db.billingAccount.findUniqueOrThrow({ where: { userId: somebody.user.id } });
      return { ...somebody, customerId: customerId ?? '' };
    },
    async close() {
      await jobs?.stop();
      await stripe.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await api.close();
    },
  };
}
