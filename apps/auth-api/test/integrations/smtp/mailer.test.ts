/** @waits 12 s */
import { smtpMailer } from '../../../src/integrations/smtp/mailer.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { startInbox, type Inbox } from '../../support/inbox.ts';

let mail: Inbox;
let api: TestApi;
beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl });
});
afterEach(() => mail.setMode('accept'));
afterAll(async () => {
  await api.close();
  await mail.close();
});

async function send(to: string, overrides: { AUTH_API_URL?: string } = {}) {
  const mailer = smtpMailer({ ...api.services.settings, ...overrides }, () => undefined);
  try {
    await mailer.send({ to, subject: 'x', text: 'x', html: 'x' });
  } finally {
    await mailer.close();
  }
}

// Source: RFC 5321 sections 4.1.1.1 and 4.1.3. Postfix answers 504 by reject_non_fqdn_helo_hostname.
it.each(['https://auth-api.example.com', 'https://192.0.2.1', 'https://[2001:db8::1]:8443'])(
  'a server that requires a valid EHLO accepts the email of the API at %s',
  async (AUTH_API_URL) => {
    await mail.setMode('require a valid EHLO');
    const to = `ehlo-${new URL(AUTH_API_URL).hostname.replaceAll(/[^a-z\d]/g, '')}@example.com`;
    await send(to, { AUTH_API_URL });
    expect(await mail.messagesTo(to)).toHaveLength(1);
  },
);

// Source: RFC 5321 section 4.5.3.2: 5 minutes for the greeting, 10 minutes for the answer to the email.
it.each(['greet late', 'answer late'] as const)('an email waits for a server that can %s', async (mode) => {
  await mail.setMode(mode, 5_500);
  const to = `${mode.replace(' ', '-')}@example.com`;
  await send(to);
  expect(await mail.messagesTo(to)).toHaveLength(1);
});

// Source: RFC 3834 section 5
it('an email says that it was generated, so that no vacation responder answers it', async () => {
  await send('auto@example.com');
  expect(await mail.messagesTo('auto@example.com')).toMatchObject([{ autoSubmitted: 'auto-generated' }]);
});
