import { setTimeout as sleep } from 'node:timers/promises';
import type { Inbox } from '@portal/auth-api/test/support/inbox.ts';
import { checkEffects } from '../effects.ts';
import { startLoad } from '../load.ts';
import { timeoutFactor } from '../run-mode.ts';
import { isOk, outcomeOf, slowerThanMs, unexpectedResults, type Scenario } from '../outcome.ts';
import { reads, writes } from '../requests.ts';
import { waitForJobs } from '../wait-for-jobs.ts';

const responseLimitMs = 1_500;
/** Retry delays grow, and the jobs of a killed replica are unlocked within two minutes. */
const recoveryLimitMs = 130_000;
/** Few invitations: two jobs run at a time, and each takes five seconds while the mail server hangs. */
const requests = [writes.invitation, reads.whoami, reads.workspaces, reads.members, writes.workspace, reads.whoami];

const names = { hang: 'mail server hangs', reject: 'mail server rejects every message' } as const;

export const mailOutages: readonly Scenario[] = (['hang', 'reject'] as const).map((inboxMode) => ({
  name: names[inboxMode],
  expectation: 'invitations respond at once; every email arrives exactly once after the server recovers',
  async run(environment, mode) {
    const { mail } = environment;
    const { url } = await environment.entryPoint();
    await mail.setMode(inboxMode);
    const load = startLoad({ users: environment.users, requestsPerSecond: 12, targetUrl: () => url, requests });
    await sleep(mode === 'short' ? 1_500 : 8_000);
    const results = await load.stop();
    const invited = results
      .filter(isOk)
      .flatMap(({ request: { effect } }) => (effect?.kind === 'invitation' ? [effect.name] : []));
    const withoutEmail = await addressesWithoutEmail(mail, invited);
    await mail.setMode('accept');
    const remaining = async () => (await addressesWithoutEmail(mail, invited)).length;
    const recoveredMs = await waitForJobs(environment, { mode, timeoutMs: recoveryLimitMs, remaining });

    const { lostWrites, violations } = await checkEffects(environment, results);
    if (withoutEmail.length < invited.length) violations.push('an email arrived during the outage');
    for (const address of invited) {
      const count = (await mail.messagesTo(address)).length;
      if (count !== 1) violations.push(`an invitation was sent ${count} times`);
    }
    violations.push(...unexpectedResults(results, isOk, 'during the mail outage'));
    violations.push(...slowerThanMs(responseLimitMs * timeoutFactor[mode], results, 'during the mail outage'));
    return outcomeOf(results, { recoveredMs, lostWrites, violations });
  },
}));

async function addressesWithoutEmail(mail: Inbox, addresses: readonly string[]): Promise<string[]> {
  const counts = await Promise.all(addresses.map(async (address) => (await mail.messagesTo(address)).length));
  return addresses.filter((_address, index) => counts[index] === 0);
}
