import { setTimeout as sleep } from 'node:timers/promises';
import { examine } from '../effects.ts';
import { startLoad } from '../load.ts';
import { slack } from '../length.ts';
import { isDone, outcomeOf, slowerThan, wrong, type Outcome, type Scenario } from '../outcome.ts';
import { send, type Answer, type Ask, type Visitor } from '../requests.ts';
import type { Stage } from '../stage.ts';

const boundedMs = 10_000;
/** What the rest may take meanwhile; alone it takes some hundredths of that. */
const ordinaryMs = 1_500;

interface Outage {
  readonly name: string;
  readonly begin: (stage: Stage) => void;
}

const answering = (status: number, body: string) => (stage: Stage) => {
  stage.provider.broken = { status, body };
};

const outages: readonly Outage[] = [
  { name: 'identity provider down', begin: ({ providerNetwork }) => providerNetwork.refuse() },
  {
    name: 'identity provider silent for longer than anybody waits',
    begin: ({ providerNetwork }) => providerNetwork.stall(),
  },
  { name: 'identity provider answers 500', begin: answering(500, 'Internal Server Error') },
  { name: 'identity provider answers no JSON', begin: answering(200, '<html>') },
  { name: 'identity provider answers null', begin: answering(200, 'null') },
];

export const identityProviderOutages: readonly Scenario[] = outages.map(({ name, begin }) => ({
  name,
  holds:
    'login, profile refresh and resend answer 503 IdentityProviderUnavailable within 10 s, more of them at once than there are connections to the database; everything else goes on at its speed; afterwards they work',
  async run(stage, length): Promise<Outcome> {
    const { url } = await stage.front();
    const times = length === 'short' ? 1 : 4;
    const asking = await Promise.all(
      Array.from({ length: times }, () => stage.visitors.map((visitor) => asksOf(url, visitor))).flat(),
    );
    const load = startLoad({ visitors: stage.visitors, perSecond: 30, target: () => url });
    begin(stage);
    const degraded = await Promise.all(asking.flat().map((ask) => send(url, ask)));
    await sleep(length === 'short' ? 0 : 3_000);
    stage.providerNetwork.pass();
    stage.provider.broken = null;
    const ordinary = await load.stop();
    const after = await Promise.all(stage.visitors.map((visitor) => send(url, refresh(visitor))));

    const { lost, faults } = await examine(stage, ordinary);
    faults.push(
      ...wrong(degraded, isTold, 'by what needs the provider'),
      ...slowerThan(boundedMs * slack[length], degraded, 'by what needs the provider'),
      ...wrong(ordinary, isDone, 'by what does not need the provider'),
      ...slowerThan(ordinaryMs * slack[length], ordinary, 'by what does not need the provider'),
      ...wrong(after, isDone, 'once the provider was back'),
    );
    return outcomeOf([...degraded, ...ordinary, ...after], { lost, faults });
  },
}));

/** A login shows a page of ours; the rest the error body. */
const isTold = ({ ask, status, type, retryAfter }: Answer) =>
  status === 503 && type === (isLogin(ask) ? 'a page' : 'IdentityProviderUnavailable') && retryAfter !== null;

const isLogin = ({ path }: Ask) => path.startsWith('/auth/');

const refresh = ({ userId, cookie }: Visitor): Ask => ({
  method: 'POST',
  path: `/users/${userId}/refresh-auth0-profile`,
  cookie,
});

/** One of each call that asks the provider; a login comes back with a code of its own state. */
async function asksOf(url: string, visitor: Visitor): Promise<Ask[]> {
  const { userId, cookie } = visitor;
  return [
    refresh(visitor),
    { method: 'POST', path: `/users/${userId}/resend-email-verification`, cookie },
    await loginThatComesBack(url),
  ];
}

async function loginThatComesBack(url: string): Promise<Ask> {
  const begun = await fetch(`${url}/auth/login`, {
    redirect: 'manual',
    headers: { referer: 'http://localhost:9000/' },
  });
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { method: 'GET', path: `/auth/login-callback?state=${state}&code=a-code`, cookie };
}
