import { errorMessage } from '../errors.ts';

interface Cookie {
  readonly value: string;
  /** In lower case, such as `httponly` and `samesite=lax`. */
  readonly attributes: readonly string[];
}

/** A browser at the instance. It keeps cookies with their attributes, and follows no redirect. */
export class Browser {
  readonly cookies = new Map<string, Cookie>();

  async visit(url: string): Promise<Response> {
    const cookie = [...this.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const response = await request(url, { headers: cookie === '' ? {} : { cookie } });
    for (const line of response.headers.getSetCookie()) this.#store(line);
    return response;
  }

  #store(line: string): void {
    const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const attributes = rest.map((attribute) => attribute.toLowerCase());
    const isDeleted = attributes.some((each) => each === 'max-age=0' || each.startsWith('expires=thu, 01 jan 1970'));
    if (isDeleted) this.cookies.delete(name);
    else this.cookies.set(name, { value, attributes });
  }
}

/** The instance did not answer. */
export class NoAnswerError extends Error {}

/** A request to the instance, which has ten seconds to answer. */
export async function request(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(10_000) });
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    throw new NoAnswerError(`The instance did not answer: ${errorMessage(cause)}`, { cause: error });
  }
}
