import { anInvoice } from '@portal/contract/fixtures';
import { nextAttempt } from '../../src/lib/next-attempt.ts';

const now = Date.parse('2026-11-30T12:00:00.000Z');
const failedWith = (nextAttemptAt: string | null) => anInvoice({ status: 'failed', nextAttemptAt });

test('the next attempt to charge a card is a time that is still ahead', () => {
  expect(nextAttempt(failedWith('2026-12-02T12:00:00.000Z'), now)).toEqual(new Date('2026-12-02T12:00:00.000Z'));
});

test.each([[null], ['2026-11-28T12:00:00.000Z'], ['2026-11-30T12:00:00.000Z']])(
  'with the time %j there is none',
  (nextAttemptAt) => expect(nextAttempt(failedWith(nextAttemptAt), now)).toBeNull(),
);

test('without an invoice there is none', () => expect(nextAttempt(null, now)).toBeNull());
