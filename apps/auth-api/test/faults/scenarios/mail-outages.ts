import { setTimeout as sleep } from 'node:timers/promises';
import type { Inbox } from '../../support/inbox.ts';
import { examine } from '../effects.ts';
import { startLoad } from '../load.ts';
import { slack } from '../length.ts';
import { isDone, outcomeOf, slowerThan, wrong, type Outcome, type Scenario } from '../outcome.ts';
import { reads, writes } from '../requests.ts';
import { untilMadeUpFor } from '../until-made-up-for.ts';

const ordinaryMs = 1_500;
/** The pauses between the tries grow; what a killed process holds comes free within two minutes. */
const backWithinMs = 130_000;
/** Few invitations: two mails are tried at a time, and a server that greets nobody costs each five seconds. */
const asks = [writes.invitation, reads.whoami, reads.workspaces, reads.members, writes.workspace, reads.whoami];

const modes = { hang: 'mail server that greets nobody', refuse: 'mail server that refuses every mail' } as const;

export const mailOutages: readonly Scenario[] = (['hang', 'refuse'] as const).map((mode) => ({
  name: modes[mode],
  holds: 'invitations are answered at once; every mail comes after the server is back, once',
  async run(stage, length): Promise<Outcome> {
    const { mail } = stage;
    const { url } = await stage.front();
    await mail.become(mode);
    const load = startLoad({ visitors: stage.visitors, perSecond: 12, target: () => url, asks });
    await sleep(length === 'short' ? 1_500 : 8_000);
    const answers = await load.stop();
    const invited = answers
      .filter(isDone)
      .flatMap(({ ask }) => (ask.effect?.kind === 'invitation' ? [ask.effect.name] : []));
    const early = await missing(mail, invited);
    await mail.become('accept');
    const left = async () => (await missing(mail, invited)).length;
    const recoveredMs = await untilMadeUpFor(stage, { length, withinMs: backWithinMs, left });

    const { lost, faults } = await examine(stage, answers);
    if (early.length < invited.length) faults.push('mail came although the server was away');
    for (const address of invited) {
      const mails = (await mail.messagesTo(address)).length;
      if (mails !== 1) faults.push(`an invitation was mailed ${mails} times`);
    }
    faults.push(...wrong(answers, isDone, 'while the mail server was away'));
    faults.push(...slowerThan(ordinaryMs * slack[length], answers, 'while the mail server was away'));
    return outcomeOf(answers, { recoveredMs, lost, faults });
  },
}));

async function missing(mail: Inbox, addresses: readonly string[]): Promise<string[]> {
  const counts = await Promise.all(addresses.map(async (address) => (await mail.messagesTo(address)).length));
  return addresses.filter((_address, at) => counts[at] === 0);
}
