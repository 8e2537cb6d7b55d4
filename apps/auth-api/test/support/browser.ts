import { parseSetCookie } from 'cookie';

interface KeptCookie {
  readonly name: string;
  readonly path: string;
  readonly value: string;
}

/**
 * A browser as far as logging in needs one: it comes from the portal, sends no fetch metadata, keeps cookies by path, whatever the port, and follows redirects.
 */
export class Browser {
  #cookies: KeptCookie[] = [];

  /** One request, its redirect not followed. */
  async open(url: string, form?: Record<string, string>): Promise<Response> {
    const { pathname } = new URL(url);
    const sent = this.#cookies.filter(({ path }) => path === '/' || `${pathname}/`.startsWith(`${path}/`));
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; '),
        accept: 'text/html',
        referer: 'http://localhost:9000/',
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const header of response.headers.getSetCookie()) this.#keep(header);
    return response;
  }

  /** Follows redirects until a page is shown, or until one would leave for `until`; answers where that is. */
  async follow(
    url: string,
    until: string,
    form?: Record<string, string>,
  ): Promise<{ url: string; response: Response | null }> {
    let response = await this.open(url, form);
    let here = url;
    for (let hops = 0; hops < 15; hops++) {
      const location = response.headers.get('location');
      if (location === null) return { url: here, response };
      here = new URL(location, here).href;
      if (here.startsWith(until)) return { url: here, response: null };
      response = await this.open(here);
    }
    throw new Error(`Too many redirects, the last to ${here}`);
  }

  cookie(name: string): string | undefined {
    return this.#cookies.find((cookie) => cookie.name === name)?.value;
  }

  /** Holds a cookie that it did not get by itself. */
  take(name: string, value: string): void {
    this.#cookies.push({ name, value, path: '/' });
  }

  /** A copy of what this browser holds, as a thief would have it. */
  clone(): Browser {
    const copy = new Browser();
    copy.#cookies = [...this.#cookies];
    return copy;
  }

  #keep(header: string): void {
    const { name, value = '', path = '/', maxAge, expires } = parseSetCookie(header);
    const isOver = (maxAge !== undefined && maxAge <= 0) || (expires !== undefined && expires < new Date());
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    if (!isOver) this.#cookies.push({ name, path, value });
  }
}
