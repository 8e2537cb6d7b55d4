import { isPermanentRejection } from '../../../src/integrations/smtp/permanent-rejection.ts';

const rejection = (response: unknown, command = 'RCPT TO') =>
  Object.assign(new Error('rejected'), { command, response });

// The responses are those of Postfix and Exchange; the codes are in RFC 3463 and RFC 7505.
it.each([
  ['no such mailbox', rejection('550 5.1.1 <a@example.com>: Recipient address rejected: User unknown'), true],
  [
    'no such mailbox, in several lines',
    rejection('550-5.1.1 The email account does not exist.\n550 5.1.1 Try again'),
    true,
  ],
  ['no such domain', rejection('550 5.1.2 <a@example.com>: Recipient address rejected: Domain not found'), true],
  ['a domain that accepts no email', rejection('556 5.1.10 Recipient address has null MX'), true],
  ['a disabled mailbox', rejection('550 5.2.1 The email account is disabled.'), true],
  ['a full mailbox', rejection('552 5.2.2 Mailbox full'), false],
  ['a sender that does not exist', rejection('550 5.1.8 Sender address rejected: Domain not found'), false],
  ['a server that may not relay', rejection('554 5.7.1 <a@example.com>: Relay access denied'), false],
  ['a blocked server', rejection('550 5.7.1 Service unavailable; client host blocked'), false],
  ['no enhanced status code', rejection('550 Mailbox unavailable'), false],
  ['temporary', rejection('450 4.1.1 Mailbox unavailable'), false],
  ['no response', rejection(undefined), false],
  ['a response to another command', rejection('550 5.1.1 unknown', 'MAIL FROM'), false],
  ['a lost connection', new Error('Connection closed'), false],
  ['no error object', 'rejected', false],
  ['null', null, false],
  ['undefined', undefined, false],
])('%s', (_what, error, isPermanent) => {
  expect(isPermanentRejection(error)).toBe(isPermanent);
});
