import { isPermanentRejection } from '../../../src/integrations/smtp/permanent-rejection.ts';

const rejection = (responseCode: unknown, command = 'RCPT TO') =>
  Object.assign(new Error('rejected'), { command, responseCode });

it.each([
  ['550, no such mailbox', rejection(550), true],
  ['599, the last code', rejection(599), true],
  ['549, about the session', rejection(549), false],
  ['600, not a code of SMTP', rejection(600), false],
  ['450, temporary', rejection(450), false],
  ['a code as text', rejection('550'), false],
  ['550 to another command', rejection(550, 'MAIL FROM'), false],
  ['a lost connection', new Error('Connection closed'), false],
  ['no error object', 'rejected', false],
  ['null', null, false],
  ['undefined', undefined, false],
])('%s', (_what, error, isPermanent) => {
  expect(isPermanentRejection(error)).toBe(isPermanent);
});
