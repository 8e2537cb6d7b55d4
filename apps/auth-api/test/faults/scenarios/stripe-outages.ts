import { setTimeout as sleep } from 'node:timers/promises';
import { logIn, makeUser } from '../../support/builders.ts';
import { examine } from '../effects.ts';
import { startLoad } from '../load.ts';
import { slack } from '../length.ts';
import { isDone, outcomeOf, slowerThan, wrong, type Outcome, type Scenario } from '../outcome.ts';
import { send, type Answer, type Ask } from '../requests.ts';
import type { Stage } from '../stage.ts';
import { untilMadeUpFor } from '../until-made-up-for.ts';

const boundedMs = 3_000;
/** What the rest may take meanwhile; alone it takes some hundredths of that. */
const ordinaryMs = 1_500;
/** The jobs that wait for Stripe look again after pauses of up to twenty seconds. */
const backWithinMs = 60_000;

interface Outage {
  readonly name: string;
  readonly begin: (stage: Stage) => unknown;
  readonly end: (stage: Stage) => unknown;
}

/** Stripe is there, but not well. */
const ailing = (name: string, fault: object): Outage => ({
  name,
  begin: ({ stripe }) => stripe.faults({ api: fault }),
  end: ({ stripe }) => stripe.faults({}),
});

const outages: readonly Outage[] = [
  ailing('Stripe slow by 30 s', { delayMs: 30_000 }),
  {
    name: 'Stripe down',
    begin: ({ stripeNetwork }) => stripeNetwork.refuse(),
    end: ({ stripeNetwork }) => stripeNetwork.pass(),
  },
  ailing('Stripe answers 429', { status: 429 }),
  ailing('Stripe answers 500', { status: 500 }),
  ailing('Stripe does its work, but never answers', { loseAnswer: true }),
];

export const stripeOutages: readonly Scenario[] = outages.map(({ name, begin, end }) => ({
  name,
  holds:
    'what needs Stripe answers 503 BillingUnavailable within 3 s, what reads the copy and everything else goes on at its speed; afterwards every subscription that was asked for is made by itself, once',
  async run(stage, length): Promise<Outcome> {
    const { url } = await stage.front();
    const people = await Promise.all(Array.from({ length: length === 'short' ? 4 : 12 }, () => newcomer(stage)));
    await begin(stage);
    const load = startLoad({ visitors: stage.visitors, perSecond: 30, target: () => url });
    const [degraded, reading] = await Promise.all([
      Promise.all(people.map((person) => send(url, asksFor.customer(person)))),
      Promise.all(people.map((person) => send(url, asksFor.subscription(person)))),
    ]);
    await sleep(length === 'short' ? 0 : 3_000);
    await end(stage);
    const ordinary = [...(await load.stop()), ...reading];
    const recoveredMs = await untilMadeUpFor(stage, {
      length,
      withinMs: backWithinMs,
      left: () => without(stage, people),
    });
    const after = await Promise.all(people.map((person) => send(url, asksFor.customer(person))));

    const { lost, faults } = await examine(stage, ordinary);
    const left = await without(stage, people);
    if (left > 0) faults.push(`${left} people have no subscription`);
    for (const { email } of people) {
      const { data } = await stage.stripe.ask<{ data: object[] }>('GET', `/v1/customers?email=${email}`);
      if (data.length !== 1) faults.push(`${data.length} customers were made of a person`);
    }
    faults.push(
      ...wrong(degraded, isTold, 'by what needs Stripe'),
      ...slowerThan(boundedMs * slack[length], degraded, 'by what needs Stripe'),
      ...wrong(ordinary, isDone, 'by what does not need Stripe'),
      ...slowerThan(ordinaryMs * slack[length], ordinary, 'by what does not need Stripe'),
      ...wrong(after, isDone, 'once Stripe was back'),
    );
    return outcomeOf([...degraded, ...ordinary, ...after], { recoveredMs, lost, faults });
  },
}));

interface Newcomer {
  readonly userId: string;
  readonly email: string;
  readonly cookie: string;
}

/** Somebody of whom Stripe has heard nothing yet. */
async function newcomer({ inside }: Stage): Promise<Newcomer> {
  const user = await makeUser(inside);
  const { cookie = '' } = await logIn(inside, user);
  return { userId: user.id, email: user.email, cookie };
}

const asksFor = {
  customer: ({ userId, cookie }: Newcomer): Ask => {
    return { method: 'POST', path: `/users/${userId}/create-billing-integration`, cookie, body: {} };
  },
  subscription: ({ userId, cookie }: Newcomer): Ask => {
    return { method: 'GET', path: `/users/${userId}/activeSubscription`, cookie };
  },
};

const isTold = ({ status, type, retryAfter }: Answer) =>
  status === 503 && type === 'BillingUnavailable' && Number(retryAfter) > 0;

/** How many of them have no subscription yet. */
const without = async ({ inside }: Stage, people: readonly Newcomer[]) => {
  const userIds = people.map(({ userId }) => userId);
  const where = { userId: { in: userIds }, subscriptionStatus: 'trialing' };
  return people.length - (await inside.db.billingAccount.count({ where }));
};
