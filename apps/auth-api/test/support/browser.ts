import { parseSetCookie } from 'cookie';

interface StoredCookie {
  readonly name: string;
  readonly path: string;
  readonly value: string;
}

/**
 * As much of a browser as a login needs: it sends the portal as referrer and no fetch metadata, stores cookies by path
 * (whatever the port), and follows redirects.
 */
export class Browser {
  #cookies: StoredCookie[] = [];

  /** Sends one request without following its redirect. */
  async open(url: string, form?: Record<string, string>): Promise<Response> {
    const { pathname } = new URL(url);
    const cookies = this.#cookies.filter(({ path }) => path === '/' || `${pathname}/`.startsWith(`${path}/`));
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        accept: 'text/html',
        referer: 'http://localhost:9000/',
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const header of response.headers.getSetCookie()) this.#store(header);
    return response;
  }

  /** Follows redirects to a page, or until one leads to a URL that starts with `until`; that one is not opened. */
  async follow(
    url: string,
    until: string,
    form?: Record<string, string>,
  ): Promise<{ url: string; response: Response | null }> {
    let response = await this.open(url, form);
    let currentUrl = url;
    for (let hops = 0; hops < 15; hops++) {
      const location = response.headers.get('location');
      if (location === null) return { url: currentUrl, response };
      currentUrl = new URL(location, currentUrl).href;
      if (currentUrl.startsWith(until)) return { url: currentUrl, response: null };
      response = await this.open(currentUrl);
    }
    throw new Error(`Too many redirects, the last to ${currentUrl}`);
  }

  cookie(name: string): string | undefined {
    return this.#cookies.find((cookie) => cookie.name === name)?.value;
  }

  /** The cookies whose names start with a prefix, by name. */
  cookiesOf(prefix: string): Record<string, string> {
    const matching = this.#cookies.filter(({ name }) => name.startsWith(prefix));
    return Object.fromEntries(matching.map(({ name, value }) => [name, value]));
  }

  /** Adds a cookie that no response has set. */
  setCookie(name: string, value: string): void {
    this.#cookies.push({ name, value, path: '/' });
  }

  /** A browser with the same cookies, as an attacker would have it. */
  clone(): Browser {
    const copy = new Browser();
    copy.#cookies = [...this.#cookies];
    return copy;
  }

  #store(header: string): void {
    const { name, value = '', path = '/', maxAge, expires } = parseSetCookie(header);
    const isExpired = (maxAge !== undefined && maxAge <= 0) || (expires !== undefined && expires < new Date());
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    if (!isExpired) this.#cookies.push({ name, path, value });
  }
}

/** The target of the button on an HTML page of the API. */
export const buttonLink = (page: string) => /<a href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
