/** What the kit reads of a request: one of the Fetch standard, of Node's `http`, or of Express. */
export interface RequestLike {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Returns a header of a request; null if it has none. */
export function headerOf({ headers }: RequestLike, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

/** The cookies of an instance. Over HTTPS, their prefix `__Host-` keeps other hosts of the domain from setting them. */
export class Cookies {
  readonly #prefix: string;
  readonly #attributes: string;

  constructor(name: string, isHttps: boolean) {
    this.#prefix = `${isHttps ? '__Host-' : ''}${name}-`;
    this.#attributes = `; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  }

  /** The cookies of a request, by their names without the prefix. */
  read(request: RequestLike): Map<string, string> {
    const pairs = (headerOf(request, 'cookie') ?? '').split(/; */).map((pair) => pair.split(/=(.*)/s));
    return new Map(
      pairs
        .filter(([name]) => name?.startsWith(this.#prefix))
        .map(([name = '', value = '']) => [name.slice(this.#prefix.length), value]),
    );
  }

  /** The `Set-Cookie` of a cookie; without a maximum age, it ends with the browser. */
  set(name: string, value: string, maxAgeSeconds?: number): string {
    const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
    return `${this.#prefix}${name}=${value}${this.#attributes}${age}`;
  }

  clear(name: string): string {
    return `${this.#prefix}${name}=${this.#attributes}; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  }
}
