import type { Instance } from '../../src/index.ts';
import { ids } from './fake-portal.ts';

/** A browser with the cookies of one instance. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly setCookies: string[] = [];
  readonly #instance: Instance;
  readonly #url: string;

  constructor(instance: Instance, url = 'https://instance.example.com') {
    this.#instance = instance;
    this.#url = url;
  }

  get request(): Request {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    return new Request(this.#url, { headers: { cookie } });
  }

  async visit(path: string): Promise<Response> {
    const response = await this.#instance.handle(new Request(`${this.#url}${path}`, this.request));
    if (!response) throw new Error('The kit does not answer.');
    for (const line of response.headers.getSetCookie()) {
      this.setCookies.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes('Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  connect(query: Readonly<Record<string, string>>): Promise<Response> {
    const all = new URLSearchParams({ workspaceId: ids.workspace, code: 'a-code', ...query });
    return this.visit(`/auth-connect?${all.toString()}`);
  }

  /** Starts a login. Returns the URL of the API that the browser is sent to. */
  async start(query: Readonly<Record<string, string>> = {}): Promise<URL> {
    return new URL((await this.connect(query)).headers.get('location') ?? '');
  }

  /** Logs in. Returns the last response. */
  async logIn(query: Readonly<Record<string, string>> = {}): Promise<Response> {
    const { searchParams } = await this.start(query);
    return this.connect({ ...query, code: 'with-state', state: searchParams.get('state') ?? '' });
  }

  /** Who is logged in. */
  async role(): Promise<string | null> {
    return (await this.#instance.authenticate(this.request))?.role ?? null;
  }
}
