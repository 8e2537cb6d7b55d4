import { createHash } from 'node:crypto';
import {
  firstStepsCalls,
  legalCalls,
  requestUlidHeader,
  sessionCalls,
  userCalls,
  type Call,
  type ResponseOf,
  type User,
} from '@portal/contract';
import * as z from 'zod';
import { localUrl, type StackSettings } from '../stack/settings.ts';
import { StartError } from '../stack/start-error.ts';
import { Browser } from './browser.ts';
import { newcomer, password, users, type DemoUser } from './customer.ts';

export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const Messages = z.array(z.object({ subject: z.string(), text: z.string() }));

type StackUrls = Pick<StackSettings, 'ports' | 'authApiUrl'>;

/** A user who is logged in to the portal's API. */
export class Session {
  readonly browser = new Browser();
  readonly #stack: StackUrls;
  readonly #signal: AbortSignal;

  private constructor(stack: StackUrls, signal: AbortSignal) {
    this.#stack = stack;
    this.#signal = signal;
  }

  /** Logs in. The first login also signs up, verifies the email, accepts the terms and fills in the profile. */
  static async open(name: DemoUser, stack: StackUrls, signal: AbortSignal): Promise<Session> {
    const session = new Session(stack, signal);
    const { email, ...profile } = users[name];
    await session.#logIn(email);
    const user = await session.user();
    const input = { params: { userId: user.id } };
    if (!user.emailVerified) {
      const link = await session.linkFromEmail(email, /verify/i, { seconds: 60 });
      if (link === undefined) throw new StartError(`The demo failed: no verification email to ${email} arrived.`);
      await session.browser.get(link);
      await session.call(userCalls.refreshAuth0Profile, input);
    }
    if (user.needsTosUpdate)
      await session.call(legalCalls.agreeToTos, { body: { tosVersionId: user.latestTosVersion } });
    if (user.onboardingDetails.reviewedProfile === null) {
      await session.call(userCalls.updateProfile, { ...input, body: profile });
      await session.call(userCalls.completeProfile, input);
      if (name !== newcomer) await session.call(firstStepsCalls.closeFirstSteps, input);
    }
    return session;
  }

  async user(): Promise<User> {
    const whoami = await this.call(sessionCalls.whoami);
    if (!('user' in whoami)) throw new StartError('The demo failed: the session has no user.');
    return whoami.user;
  }

  /**
   * Sends a call of the contract and returns its result. The API executes a change with the same user, call and input once, and
   * replays its response, also after a restart. So a call that the API asks to repeat, on a busy machine, can be repeated.
   */
  async call<C extends Call>(call: C, { params = {}, body = {} }: CallInput = {}): Promise<ResponseOf<C>> {
    const path = call.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
    const requestUlid = ulidOf(JSON.stringify([call.method, path, body]));
    const send = () =>
      this.browser.send(this.#stack.authApiUrl + path, {
        method: call.method,
        headers: { 'content-type': 'application/json', [requestUlidHeader]: requestUlid },
        ...(call.method !== 'GET' && { body: JSON.stringify({ ...body, requestUlid }) }),
        signal: this.#signal,
      });
    const response =
      (await waitFor(60, this.#signal, async () => {
        const received = await send();
        return received.status === 503 ? undefined : received;
      })) ?? (await send());
    if (!response.ok) throw new StartError(`The demo failed: ${call.method} ${path} returned ${await response.text()}`);
    // `parse` of a generic call loses the result type of the call.
    return call.result?.parse(await response.json()) as ResponseOf<C>;
  }

  /** Opens a URL of the API as a link of the portal does, and follows the redirects until a page. */
  async visit(path: string): Promise<{ url: string; response: Response }> {
    const portal = localUrl(this.#stack.ports.portal);
    const headers = { referer: `${portal}/` };
    return this.browser.follow(await this.browser.send(this.#stack.authApiUrl + path, { headers }), portal);
  }

  /** The first link in an email. Undefined if the email does not arrive in time. */
  async linkFromEmail(to: string, subject: RegExp, { content = '', seconds = 5 } = {}): Promise<string | undefined> {
    const inbox = `${localUrl(this.#stack.ports.mail)}/api/messages?to=${encodeURIComponent(to)}`;
    return waitFor(seconds, this.#signal, async () => {
      const messages = Messages.parse(await (await fetch(inbox, { signal: this.#signal })).json());
      const message = messages.find((each) => subject.test(each.subject) && each.text.includes(content));
      return message && /https?:\/\/\S+/.exec(message.text)?.[0];
    });
  }

  async #logIn(email: string): Promise<void> {
    const portal = localUrl(this.#stack.ports.portal);
    const { url } = await this.visit(sessionCalls.login.path);
    let response = await this.browser.post(url, { email, password });
    if (response.status === 400)
      response = await this.browser.post(url.replace(/login$/, 'signup'), { email, password });
    const end = await this.browser.follow(response, portal);
    if (!end.url.startsWith(portal)) throw new StartError(`The demo failed: the login of ${email} ended at ${end.url}`);
  }
}

/** A ULID that is always the same for the same text. */
function ulidOf(text: string): string {
  return Array.from(createHash('sha256').update(text).digest().subarray(0, 26), (byte) =>
    '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(byte % 32),
  ).join('');
}

/** Repeats `find` until it returns a value. Undefined after a number of seconds. */
export async function waitFor<T>(
  seconds: number,
  signal: AbortSignal,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const deadline = Date.now() + seconds * 1_000; Date.now() < deadline;) {
    signal.throwIfAborted();
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return undefined;
}
