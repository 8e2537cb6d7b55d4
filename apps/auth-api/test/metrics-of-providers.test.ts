import { createHmac } from 'node:crypto';
import { eventTypeOf, methodOf } from '../src/metrics/bounded-labels.ts';
import { Browser } from './support/browser.ts';
import { testEnvironment, type TestApi } from './support/api.ts';
import { startBillingStack, type BillingStack } from './support/billing-stack.ts';
import { startInbox, type Inbox } from './support/inbox.ts';
import { startLoginStack, type LoginStack } from './support/login-stack.ts';

let logins: LoginStack;
let mail: Inbox;
let billing: BillingStack;

beforeAll(async () => {
  [logins, mail] = await Promise.all([startLoginStack(), startInbox()]);
  billing = await startBillingStack({ worksOnJobs: false, environment: { SMTP_URL: mail.smtpUrl } });
});
afterAll(async () => {
  await Promise.all([logins.close(), billing.close()]);
  await mail.close();
});

/** All lines of one figure. */
async function figures({ services: { metrics } }: TestApi, name: string): Promise<string[]> {
  const lines = (await metrics.read()).split('\n');
  return lines.filter((line) => line.startsWith(`${name}{`)).map((line) => line.slice(name.length));
}

describe('the figure of sign-ins', () => {
  const portal = 'http://localhost:9000';
  const openForm = (browser: Browser) => browser.follow(`${logins.url}/auth/login`, portal);
  const told = () => figures(logins.api, 'portal_sign_ins_total');

  const member = { email: 'member@example.com', password: 'Correct-horse-1' };

  it('tells by the way they came who signed up and who logged in, and how many did not finish', async () => {
    const browser = new Browser();
    await browser.follow((await openForm(browser)).url, portal, member);
    await openForm(browser);
    const turned = new Browser();
    await turned.follow((await openForm(turned)).url.replace(/login$/, 'cancel'), portal, {});
    expect(await told()).toEqual([
      '{method="auth0",outcome="signed up"} 1',
      '{method="auth0",outcome="logged in"} 1',
      '{method="unknown",outcome="LoginNotFinished"} 1',
    ]);
  });

  it('does not count whoever is logged in already and opens an old address of the provider', async () => {
    const browser = new Browser();
    await browser.follow((await openForm(browser)).url, portal, member);
    const before = await told();
    await browser.open(`${logins.url}/auth/login-callback?code=x&state=y`);
    expect(await told()).toEqual(before);
  });

  it.each([
    ['auth0|0123', 'auth0'],
    ['google-oauth2|0123', 'google-oauth2'],
    ['oauth2|some-connection|0123', 'oauth2'],
    ['ada@example.com', 'other'],
    ['__proto__|0123', 'other'],
  ])('takes %s for somebody of %s', (subject, method) => {
    expect(methodOf(subject)).toBe(method);
  });
});

describe('the figure of Stripe’s events', () => {
  const secret = testEnvironment.STRIPE_WEBHOOK_SECRETS;

  function post(id: string, type: string, key = secret) {
    const body = JSON.stringify({ id, object: 'event', type, data: { object: { id: 'x', object: 'something' } } });
    const time = Math.floor(Date.now() / 1_000);
    const signature = `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`;
    const request = billing.api.send('POST', '/webhooks/stripe').set('Stripe-Signature', signature);
    return request.type('application/json').send(body);
  }

  it('tells by type which were kept and which came again, and how many were refused', async () => {
    await post('evt_counted', 'customer.updated');
    await post('evt_counted', 'customer.updated');
    await post('evt_unasked', 'radar.canary');
    await post('evt_forged', 'customer.canary', 'whsec_of_somebody_else');
    expect(await figures(billing.api, 'portal_stripe_events_total')).toEqual([
      '{type="customer.updated",outcome="kept"} 1',
      '{type="customer.updated",outcome="repeated"} 1',
      '{type="other",outcome="kept"} 1',
      '{type="unknown",outcome="refused"} 1',
    ]);
  });

  it('has one name for types that nobody asked for', () => {
    expect(eventTypeOf('checkout.session.completed')).toBe('checkout.session.completed');
    expect(eventTypeOf('radar.early_fraud_warning.created')).toBe('other');
  });
});

describe('the figure of mails', () => {
  const letter = { to: 'canary@example.com', subject: 'x', text: 'x', html: 'x' };
  const told = () => figures(billing.api, 'portal_mails_total');

  it('tells how many the mail server took, and how many it did not, from the start', async () => {
    expect(await told()).toEqual(['{outcome="sent"} 0', '{outcome="failed"} 0']);
    await billing.api.services.mailer.send(letter);
    await mail.become('refuse');
    await expect(billing.api.services.mailer.send(letter)).rejects.toThrow();
    expect(await told()).toEqual(['{outcome="sent"} 1', '{outcome="failed"} 1']);
    expect(await billing.api.services.metrics.read()).not.toContain('canary');
  });
});
