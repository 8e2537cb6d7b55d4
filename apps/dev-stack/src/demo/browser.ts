import { isForApi } from '../portal/api-proxy.ts';

/** The part of a browser that a login needs: cookies by path, and redirects one at a time. The demo and tests log in with it. */
export class Browser {
  #cookies: { name: string; value: string; path: string }[] = [];

  /** Like browsers, retries if a kept-alive connection turns out to be closed. */
  async get(url: string): Promise<Response> {
    return this.send(url).catch(() => this.send(url));
  }

  async post(url: string, fields: Record<string, string>): Promise<Response> {
    return this.send(url, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Sends a request with the cookies of its path and keeps those of the response. */
  async send(url: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const cookie = this.#cookies
      .filter(({ path }) => path === '/' || pathname === path || pathname.startsWith(`${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const allHeaders = new Headers(headers);
    if (cookie !== '') allHeaders.set('cookie', cookie);
    const response = await fetch(url, { ...init, redirect: 'manual', headers: allHeaders });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** Follows redirects until a URL starts with `until`, or a response is no redirect. */
  async follow(response: Response, until = 'http://app.test'): Promise<{ url: string; response: Response }> {
    let [url, current] = [response.url, response];
    for (;;) {
      const location = current.headers.get('location');
      if (location === null) return { url, response: current };
      url = new URL(location, url).href;
      // The API can be under a path of the portal.
      if (url.startsWith(until) && !isForApi(new URL(url).pathname)) return { url, response: current };
      current = await this.get(url);
    }
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((part) => part.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    const isGone = attributes.some((part) => /^expires=thu, 01 jan 1970/i.test(part));
    if (!isGone) this.#cookies.push({ name, value, path });
  }
}
