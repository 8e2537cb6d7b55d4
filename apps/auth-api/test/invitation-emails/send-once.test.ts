import { ulid } from 'ulid';
import { sendOnce } from '../../src/invitation-emails/send-once.ts';
import { withTimeout } from '../../src/lib/with-timeout.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { openTransaction, waitForLock } from '../support/lock-waits.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const send = () => Promise.resolve();
const servicesWithMultiplier = (RATE_LIMIT_MULTIPLIER: number) => ({
  ...api.services,
  settings: { ...api.services.settings, RATE_LIMIT_MULTIPLIER },
});
/** Services with which a mailbox receives one email a day. */
const withDailyLimitOne = () => servicesWithMultiplier(1 / 3);
const emailTo = (mailboxHash: string) => ({ id: ulid(), mailboxHash });

/** Counts an email in a transaction that stays open, so that another attempt to count it waits. */
const countInOpenTransaction = ({ id, mailboxHash }: ReturnType<typeof emailTo>) =>
  openTransaction(api, 'INSERT INTO invitation_emails (id, mailbox_hash) VALUES ($1, $2)', [id, mailboxHash]);

describe('an invitation email', () => {
  it('reports whether it was sent: not again, and not beyond the limit, which grows with RATE_LIMIT_MULTIPLIER', async () => {
    const emails = Array.from({ length: 7 }, () => emailTo('busy'));
    const outcomes = [];
    for (const email of emails) outcomes.push(await sendOnce(email, send, servicesWithMultiplier(2)));
    expect(outcomes).toEqual([true, true, true, true, true, true, false]);
    expect(await sendOnce(emails[0] ?? emailTo('busy'), send, servicesWithMultiplier(2))).toBe(false);
  });

  it('that cannot be sent does not count, unlike those that were sent before', async () => {
    const reject = () => Promise.reject(new Error('rejected by the mail server'));
    expect(await sendOnce(emailTo('other'), send, withDailyLimitOne())).toBe(true);
    await expect(sendOnce(emailTo('unlucky'), reject, withDailyLimitOne())).rejects.toThrow(
      'rejected by the mail server',
    );
    expect(await sendOnce(emailTo('unlucky'), send, withDailyLimitOne())).toBe(true);
    expect(await sendOnce(emailTo('other'), send, withDailyLimitOne())).toBe(false);
  });

  it('waits while another email to its mailbox is counted, and is retried later if that one uses up the limit', async () => {
    const [first, second] = [emailTo('contended'), emailTo('contended')];
    const transaction = await countInOpenTransaction(first);
    let accept = (): void => undefined;
    const accepted = new Promise<void>((resolve) => {
      accept = resolve;
    });
    const sendingFirst = sendOnce(first, () => accepted, withDailyLimitOne());
    await waitForLock(api, 'INSERT INTO invitation_emails');
    const sendingSecond = Promise.allSettled([sendOnce(second, send, withDailyLimitOne())]);
    try {
      await waitForLock(api, 'pg_advisory_xact_lock');
    } finally {
      await transaction.end('ROLLBACK');
    }
    const [outcome] = await sendingSecond;
    accept();
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { message: 'Other emails to this mailbox are being sent. The job will be retried.' },
    });
    expect(await sendingFirst).toBe(true);
    expect(await sendOnce(second, send, withDailyLimitOne())).toBe(false);
  });

  it('does not wait for an email to another mailbox', async () => {
    const slow = emailTo('slow');
    const transaction = await countInOpenTransaction(slow);
    const sendingSlow = sendOnce(slow, send, withDailyLimitOne());
    await waitForLock(api, 'INSERT INTO invitation_emails');
    const sendingOther = sendOnce(emailTo('quick'), send, withDailyLimitOne());
    const outcome = withTimeout(sendingOther, 10_000, () => new Error('It waits for the other mailbox.'));
    const [settled] = await Promise.allSettled([outcome]);
    await transaction.end('ROLLBACK');
    expect(settled).toEqual({ status: 'fulfilled', value: true });
    expect(await Promise.all([sendingSlow, sendingOther])).toEqual([true, true]);
  });
});
