import { createServer } from 'node:http';
import { parseSettings } from '../../src/config/settings.ts';
import { stripeBilling } from '../../src/integrations/stripe/stripe-billing.ts';
import { testEnvironment } from '../support/api.ts';
import { closeServer, listen } from '../support/listen.ts';

const aSession = (id: string, created: number, customer: string | null) => ({
  id,
  setup_intent: { payment_method: { id: `pm_of_${id}`, created, customer } },
});

let sessions: ReturnType<typeof aSession>[] = [];
const stripe = createServer((_req, res) => {
  res.setHeader('content-type', 'application/json');
  res.end(JSON.stringify({ object: 'list', data: sessions, has_more: false }));
});
let findCheckoutCard: () => Promise<unknown>;
beforeAll(async () => {
  const settings = parseSettings({
    ...testEnvironment,
    DATABASE_URL: 'postgresql://localhost/none',
    SIGNING_KEYS_DIR: 'none',
    STRIPE_API_URL: `http://127.0.0.1:${await listen(stripe)}`,
  });
  findCheckoutCard = () => stripeBilling(settings).findCheckoutCard('cus_1');
});
afterAll(async () => {
  stripe.closeAllConnections();
  await closeServer(stripe);
});

describe('the card of a Checkout session', () => {
  it('is the newest, also if its session was opened before another one', async () => {
    sessions = [aSession('cs_opened_later', 1, 'cus_1'), aSession('cs_opened_first', 2, 'cus_1')];
    expect(await findCheckoutCard()).toEqual({ checkoutId: 'cs_opened_first', paymentMethod: 'pm_of_cs_opened_first' });
  });

  it('does not come back from an earlier session when the customer removes the newest', async () => {
    sessions = [aSession('cs_2', 2, null), aSession('cs_1', 1, 'cus_1')];
    expect(await findCheckoutCard()).toBeNull();
  });
});
