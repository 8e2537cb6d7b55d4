import { toAdmission, type Admission } from './admission.ts';
import { ConnectError, type ConnectErrorType } from './connect-error.ts';
import { fieldsOf, textOf, type Fields } from './shapes.ts';

/** The calls of an instance to the account portal's API. All throw a `ConnectError`, and none is retried. */
export class PortalApi {
  readonly #url: string;
  readonly #timeoutMs: number;

  constructor(url: string, timeoutMs: number) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
  }

  /** The URL that gives the browser a code. */
  goUrl(workspaceId: string, query: Readonly<Record<string, string>>): string {
    return `${this.#url}/workspaces/${workspaceId}/go?${new URLSearchParams(query).toString()}`;
  }

  /** Redeems a code for an instance token, whose signature the caller verifies. */
  async completeAuthConnect(code: string, state: string): Promise<Admission & { readonly token: string }> {
    const body = await this.#call('/complete-auth-connect', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, state }),
    });
    return { ...toAdmission(body), token: textOf(body, 'token') };
  }

  async authReconnect(token: string): Promise<Admission> {
    return toAdmission(await this.#call('/auth-reconnect', { headers: { authorization: `Bearer ${token}` } }));
  }

  introspect(form: Readonly<Record<string, string>>): Promise<Fields> {
    return this.#call('/oauth/introspect', { method: 'POST', body: new URLSearchParams(form) });
  }

  async #call(path: string, init: RequestInit): Promise<Fields> {
    try {
      const response = await fetch(`${this.#url}${path}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      const text = await response.text();
      if (response.status === 200) return fieldsOf(parseJson(text), 'The answer');
      throw new ConnectError(errorType(response.status), `${path}: ${response.status}`, {
        retryAfterSeconds: retryAfterOf(response),
      });
    } catch (error) {
      if (error instanceof ConnectError) throw error;
      throw new ConnectError('ApiUnavailable', `${path}: no answer`, { cause: error });
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConnectError('UnexpectedResponse', 'The answer is no JSON', { cause });
  }
}

function errorType(status: number): ConnectErrorType {
  if (status === 401) return 'SessionEnded';
  if (status >= 500 || status === 429) return 'ApiUnavailable';
  return status >= 400 ? 'Rejected' : 'UnexpectedResponse';
}

function retryAfterOf(response: Response): number | null {
  const header = response.headers.get('retry-after') ?? '';
  return /^\d+$/.test(header) ? Number(header) : null;
}
