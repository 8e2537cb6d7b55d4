import { Browser, request } from './browser.ts';
import type { Portal, PortalUser } from './portal.ts';

export interface InstanceOptions {
  /** Without a slash at its end. */
  readonly url: string;
  /** A route that needs a login. */
  readonly home: string;
  /** A route that takes API tokens; null if there is none. */
  readonly path: string | null;
  /** Whether the instance serves every workspace of the portal. */
  readonly servesAnyWorkspace: boolean;
}

interface LoginOptions {
  readonly browser?: Browser;
  readonly workspaceId?: string;
  readonly redirect?: string;
}

/** A login that the instance did not let the checker start or complete. */
export class LoginError extends Error {}

/** The instance, as browsers, programs and the API see it. */
export class Instance {
  readonly options: InstanceOptions;
  readonly #portal: Portal;
  #anonymousHome = { isSuccess: false, text: '' };

  constructor(options: InstanceOptions, portal: Portal) {
    this.options = options;
    this.#portal = portal;
  }

  /** The URL that the portal opens to log a user in. */
  connectUrl(query: Readonly<Record<string, string>>): string {
    const parameters = new URLSearchParams({ workspaceId: this.#portal.workspaceId, ...query });
    return `${this.options.url}/auth-connect?${parameters.toString()}`;
  }

  /** Starts a login, up to the URL that completes it. */
  async startLogin(user: PortalUser, options: LoginOptions = {}) {
    const { browser, code, response } = await this.#launch(user, options);
    if (this.#portal.redemptions(code) > 0) throw new LoginError('The instance redeems a code without a state.');
    return { browser, ...(await this.#fetchCodeWithState(response, user)) };
  }

  /** A whole login. Returns the browser, which may have been rejected, and the last response. */
  async enter(user: PortalUser, options: LoginOptions = {}) {
    const { browser, code, response } = await this.#launch(user, options);
    // Insecure, and the case `login.without-state` says so. The others can still run.
    if (this.#portal.redemptions(code) > 0) return { browser, response, completeUrl: this.connectUrl({ code }) };
    const { completeUrl } = await this.#fetchCodeWithState(response, user);
    return { browser, response: await browser.visit(completeUrl), completeUrl };
  }

  /** Opens the instance as a click in the portal does: with a code that has no state. */
  async #launch(user: PortalUser, { browser = new Browser(), workspaceId, redirect }: LoginOptions) {
    const code = this.#portal.addCode(user, null, workspaceId);
    const query = {
      code,
      ...(workspaceId !== undefined && { workspaceId }),
      ...(redirect !== undefined && { redirect }),
    };
    return { browser, code, response: await browser.visit(this.connectUrl(query)) };
  }

  /** Follows the instance's redirect to `/go`. */
  async #fetchCodeWithState(response: Response, user: PortalUser) {
    const location = response.headers.get('location') ?? '';
    const { url, workspaceId } = this.#portal;
    if (!location.startsWith(`${url}/workspaces/`))
      throw new LoginError(
        `GET /auth-connect without a state must redirect to ${url}/workspaces/${workspaceId}/go. ` +
          `It answered ${response.status}${location === '' ? '' : ` with ${new URL(location, response.url).origin}`}.`,
      );
    const completeUrl = await this.#portal.go(location, user);
    if (!completeUrl.startsWith(`${this.options.url}/auth-connect`))
      throw new LoginError(`The instance called /go with the wrong parameters: ${new URL(location).search}`);
    return { completeUrl, state: new URL(completeUrl).searchParams.get('state') ?? '' };
  }

  /** A whole login that must work. */
  async logIn(user: PortalUser, options: LoginOptions = {}): Promise<Browser> {
    const { browser, response } = await this.enter(user, options);
    if (!(await this.isLoggedIn(browser, user)))
      throw new LoginError(`A login with a valid code does not work: /auth-connect answered ${response.status}.`);
    return browser;
  }

  /** Reads how the home page looks without a login. */
  async readAnonymousHome(): Promise<void> {
    const response = await this.#openHome(new Browser());
    this.#anonymousHome = { isSuccess: response.ok, text: await response.text() };
  }

  /** Whether the home page shows the user or, if it shows no names, opens only with a login. */
  async isLoggedIn(browser: Browser, user: PortalUser): Promise<boolean> {
    const response = await this.#openHome(browser);
    const text = await response.text();
    return response.ok && (text.includes(user.nickname) || !this.#anonymousHome.isSuccess);
  }

  /** The first of these words, in upper case, that only a logged-in user sees at the home page. */
  async shownAtHome(browser: Browser, words: readonly string[]): Promise<string | undefined> {
    const text = (await (await this.#openHome(browser)).text()).toUpperCase();
    return words.find((word) => text.includes(word) && !this.#anonymousHome.text.toUpperCase().includes(word));
  }

  /** Gives the instance three seconds until the browser is logged out. */
  async isLoggedOutSoon(browser: Browser, user: PortalUser): Promise<boolean> {
    return until(async () => !(await this.isLoggedIn(browser, user)));
  }

  refresh(browser: Browser, workspaceId = this.#portal.workspaceId): Promise<Response> {
    return browser.visit(`${this.options.url}/refresh-auth?${new URLSearchParams({ workspaceId }).toString()}`);
  }

  async sendLogout(token: string): Promise<number> {
    const body = new URLSearchParams({ logout_token: token });
    return (await request(`${this.options.url}/backchannel-logout`, { method: 'POST', body })).status;
  }

  async sendEvent(token: string): Promise<number> {
    const headers = { 'content-type': 'application/secevent+jwt' };
    return (await request(`${this.options.url}/workspace-events`, { method: 'POST', headers, body: token })).status;
  }

  /** Calls the route for programs. Returns the status. */
  async callApi(path: string, token: string | null, query = ''): Promise<number> {
    const headers = token === null ? undefined : { authorization: `Bearer ${token}` };
    return (await request(`${this.options.url}${path}${query}`, headers && { headers })).status;
  }

  #openHome(browser: Browser): Promise<Response> {
    return browser.visit(`${this.options.url}${this.options.home}`);
  }
}

/** Whether the condition becomes true within three seconds. */
export async function until(isTrue: () => Promise<boolean>, timeoutMs = 3_000): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(50)) {
    if (await isTrue()) return true;
    if (Date.now() > deadline) return false;
  }
}

/** An instance may apply a token after its answer. */
export const settle = () => sleep(30);

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
