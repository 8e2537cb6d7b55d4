import { createHmac } from 'node:crypto';
import { stripeEventLabel, loginMethodLabel } from '../../../src/platform/observability/metric-labels.ts';
import { Browser } from '../../support/browser.ts';
import { testEnvironment, type TestApi } from '../../support/api.ts';
import { startBillingStack, type BillingStack } from '../../support/billing-stack.ts';
import { startInbox, type Inbox } from '../../support/inbox.ts';
import { startLoginStack, type LoginStack } from '../../support/login-stack.ts';

let logins: LoginStack;
let mail: Inbox;
let billing: BillingStack;

beforeAll(async () => {
  [logins, mail] = await Promise.all([startLoginStack(), startInbox()]);
  billing = await startBillingStack({ runJobs: false, environment: { SMTP_URL: mail.smtpUrl } });
});
afterAll(async () => {
  await Promise.all([logins.close(), billing.close()]);
  await mail.close();
});

/** The samples of one metric, without its name. */
async function samplesOf({ services: { metrics } }: TestApi, name: string): Promise<string[]> {
  const lines = (await metrics.read()).split('\n');
  return lines.filter((line) => line.startsWith(`${name}{`)).map((line) => line.slice(name.length));
}

describe('the metric for logins', () => {
  const portal = 'http://localhost:9000';
  const openForm = (browser: Browser) => browser.follow(`${logins.url}/auth/login`, portal);
  const loginSamples = () => samplesOf(logins.api, 'portal_logins_total');
  const loginOutcomes = () => samplesOf(logins.api, 'portal_login_outcomes_total');
  const startedLogins = async () =>
    Number(/^portal_logins_started_total (\d+)$/m.exec(await logins.api.services.metrics.read())?.[1]);

  const member = { email: 'member@example.com', password: 'Correct-horse-1' };

  it('counts sign-ups and logins by method, and logins that were not finished', async () => {
    expect(await startedLogins()).toBe(0);
    expect(await loginSamples()).toEqual([]);
    expect(await loginOutcomes()).toContain('{outcome="logged_in"} 0');
    const browser = new Browser();
    await browser.follow((await openForm(browser)).url, portal, member);
    await openForm(browser);
    const cancelled = new Browser();
    await cancelled.follow((await openForm(cancelled)).url.replace(/login$/, 'cancel'), portal, {});
    expect(await loginSamples()).toEqual([
      '{method="auth0",outcome="signed_up"} 1',
      '{method="auth0",outcome="logged_in"} 1',
      '{method="unknown",outcome="LoginNotFinished"} 1',
    ]);
    expect(await loginOutcomes()).toEqual([
      '{outcome="logged_in"} 1',
      '{outcome="signed_up"} 1',
      '{outcome="LoginNotFinished"} 1',
      '{outcome="LoginDenied"} 0',
      '{outcome="IdentityProviderMisconfigured"} 0',
      '{outcome="IdentityProviderUnavailable"} 0',
    ]);
    expect(await startedLogins()).toBe(3);
  });

  it('does not count a logged-in user who opens an old callback URL', async () => {
    const browser = new Browser();
    await browser.follow((await openForm(browser)).url, portal, member);
    const before = await loginSamples();
    await browser.open(`${logins.url}/auth/login-callback?code=x&state=y`);
    expect(await loginSamples()).toEqual(before);
  });

  it.each([
    ['auth0|0123', 'auth0'],
    ['google-oauth2|0123', 'google-oauth2'],
    ['oauth2|some-connection|0123', 'oauth2'],
    ['ada@example.com', 'other'],
    ['__proto__|0123', 'other'],
  ])('counts the user %s under the method %s', (subject, method) => {
    expect(loginMethodLabel(subject)).toBe(method);
  });
});

describe('the metric for Stripe events', () => {
  const secret = testEnvironment.STRIPE_WEBHOOK_SECRETS;

  function post(id: string, type: string, key = secret) {
    const body = JSON.stringify({ id, object: 'event', type, data: { object: { id: 'x', object: 'something' } } });
    const time = Math.floor(Date.now() / 1_000);
    const signature = `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`;
    const request = billing.api.send('POST', '/webhooks/stripe').set('Stripe-Signature', signature);
    return request.type('application/json').send(body);
  }

  it('counts stored and duplicate events by type, and rejected ones', async () => {
    await post('evt_counted', 'customer.updated');
    await post('evt_counted', 'customer.updated');
    await post('evt_unsubscribed', 'radar.canary');
    await post('evt_forged', 'customer.canary', 'whsec_of_another_account');
    expect(await samplesOf(billing.api, 'portal_stripe_events_total')).toEqual([
      '{type="customer.updated",outcome="stored"} 1',
      '{type="customer.updated",outcome="duplicate"} 1',
      '{type="other",outcome="stored"} 1',
      '{type="unknown",outcome="rejected"} 1',
    ]);
    expect(await samplesOf(billing.api, 'portal_stripe_event_outcomes_total')).toEqual([
      '{outcome="stored"} 2',
      '{outcome="duplicate"} 1',
      '{outcome="ignored"} 0',
      '{outcome="rejected"} 1',
    ]);
  });

  it('has one label for types that the webhook does not subscribe to', () => {
    expect(stripeEventLabel('checkout.session.completed')).toBe('checkout.session.completed');
    expect(stripeEventLabel('radar.early_fraud_warning.created')).toBe('other');
  });
});

describe('the metric for emails', () => {
  const message = { to: 'canary@example.com', subject: 'x', text: 'x', html: 'x' };
  const emailSamples = () => samplesOf(billing.api, 'portal_emails_total');

  it('counts emails that the mail server accepted or rejected, starting at zero', async () => {
    expect(await emailSamples()).toEqual(['{outcome="sent"} 0', '{outcome="failed"} 0']);
    await billing.api.services.mailer.send(message);
    await mail.setMode('reject');
    await expect(billing.api.services.mailer.send(message)).rejects.toThrow();
    expect(await emailSamples()).toEqual(['{outcome="sent"} 1', '{outcome="failed"} 1']);
    expect(await billing.api.services.metrics.read()).not.toContain('canary');
  });
});
