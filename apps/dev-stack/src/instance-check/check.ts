import { NoAnswerError } from './browser.ts';
import { Instance, LoginError, type InstanceOptions } from './instance.ts';
import { now, type Portal } from './portal.ts';

export type Outcome =
  | { readonly verdict: 'passed' }
  | { readonly verdict: 'failed'; readonly reason: string }
  | { readonly verdict: 'not checked'; readonly reason: string };

export interface Case {
  readonly name: string;
  /** What a passed case shows. */
  readonly proves: string;
  /** What an attacker can do if it fails. */
  readonly attack: string;
  readonly fix: string;
  readonly run: (check: Check) => Promise<Outcome>;
}

export type Result = Outcome & Pick<Case, 'name' | 'proves' | 'attack' | 'fix'>;

export const notChecked = (reason: string): Outcome => ({ verdict: 'not checked', reason });

/** Passed if the condition holds. */
export const expectThat = (holds: boolean, reason: string): Outcome =>
  holds ? { verdict: 'passed' } : { verdict: 'failed', reason };

/** What a case works with. */
export class Check {
  readonly portal: Portal;
  readonly instance: Instance;
  #logout: Promise<Outcome> | undefined;
  #event: Promise<Outcome> | undefined;
  #api: Promise<Outcome> | undefined;

  constructor(portal: Portal, options: InstanceOptions) {
    portal.instanceUrl = options.url;
    this.portal = portal;
    this.instance = new Instance(options, portal);
  }

  /** Whether the right logout token ends a session. Without that, a forged one that ends none shows nothing. */
  logoutWorks(): Promise<Outcome> {
    return (this.#logout ??= tryLogout(this));
  }

  /** Whether the right event ends the session of a removed member. */
  eventsWork(): Promise<Outcome> {
    return (this.#event ??= tryEvent(this));
  }

  /** Whether the route of `--path` accepts an active API token. */
  apiTokensWork(): Promise<Outcome> {
    return (this.#api ??= tryApiToken(this));
  }
}

async function tryLogout({ portal, instance }: Check): Promise<Outcome> {
  const user = portal.addUser();
  const browser = await instance.logIn(user);
  const status = await instance.sendLogout(await portal.logoutToken(user, now()));
  return expectThat(await instance.isLoggedOutSoon(browser, user), `The session goes on. The answer was ${status}.`);
}

async function tryEvent({ portal, instance }: Check): Promise<Outcome> {
  const user = portal.addUser();
  const browser = await instance.logIn(user);
  portal.revision += 1;
  const status = await instance.sendEvent(await portal.eventToken([], portal.revision));
  if ([404, 405, 501].includes(status)) return notChecked(`POST /workspace-events answered ${status}.`);
  return expectThat(await instance.isLoggedOutSoon(browser, user), `The session goes on. The answer was ${status}.`);
}

async function tryApiToken({ portal, instance }: Check): Promise<Outcome> {
  const { path } = instance.options;
  if (path === null) return notChecked('Give --path, a route that takes API tokens.');
  const status = await instance.callApi(path, await portal.apiToken());
  return expectThat(status >= 200 && status < 300, `${path} answered ${status}.`);
}

/** Why the cases cannot run, or null after a whole login that worked. */
export async function connectionError(check: Check): Promise<string | null> {
  const user = check.portal.addUser();
  try {
    await check.instance.readAnonymousHome();
    const { browser, response, completeUrl } = await check.instance.enter(user);
    if (check.portal.redemptions(new URL(completeUrl).searchParams.get('code') ?? '') === 0)
      return `The instance redeemed no code. /auth-connect answered ${response.status}.`;
    if (await check.instance.isLoggedIn(browser, user)) return null;
    if (response.status >= 400) return `The login failed: /auth-connect answered ${response.status}.`;
    return `${check.instance.options.home} does not differ after a login. Give --home, a page that needs one.`;
  } catch (error) {
    if (error instanceof LoginError || error instanceof NoAnswerError) return error.message;
    throw error;
  }
}

export async function runCases(check: Check, cases: readonly Case[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const { run, ...description } of cases) {
    check.portal.reset();
    results.push({ ...description, ...(await outcomeOf(run, check)) });
  }
  return results;
}

/** A case that could not do what it needs is not checked. The last case logs in again, and fails if the instance is out of order. */
async function outcomeOf(run: Case['run'], check: Check): Promise<Outcome> {
  try {
    return await run(check);
  } catch (error) {
    if (error instanceof LoginError || error instanceof NoAnswerError) return notChecked(error.message);
    throw error;
  }
}
