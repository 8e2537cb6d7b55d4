import { requestUlidHeader, type Call } from '@portal/contract';

/** The input of a call. The contract says which parts a call has. */
export interface RequestInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: FormData | Readonly<Record<string, unknown>>;
}

function fillPath(path: string, params: RequestInput['params'] = {}): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name];
    if (!value) throw new Error(`${path} requires ${name}`);
    return encodeURIComponent(value);
  });
}

function fillQuery(query: RequestInput['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) search.set(name, String(value));
  return search.size > 0 ? `?${search.toString()}` : '';
}

function randomHex(byteCount: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(byteCount)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** A new W3C trace context, so that a request can be traced through the services. */
export const newTraceparent = () => `00-${randomHex(16)}-${randomHex(8)}-01`;

export function callUrl(base: string, call: Call, input: RequestInput): string {
  return base + fillPath(call.path, input.params) + fillQuery(input.query);
}

/** The body as JSON, to compare two requests. Form data has no such text and returns null. */
export function serializeBody({ body }: RequestInput): string | null {
  return body instanceof FormData ? null : JSON.stringify(body ?? null);
}

function encodeBody({ body }: RequestInput, extra: Readonly<Record<string, string>>): string | FormData {
  if (!(body instanceof FormData)) return JSON.stringify({ ...body, ...extra });
  const form = new FormData();
  for (const [name, value] of body.entries()) form.append(name, value);
  for (const [name, value] of Object.entries(extra)) form.set(name, value);
  return form;
}

/**
 * Builds the `fetch` options of a call: cookies, the request's ULID, trace context, and for all methods but GET the body. The
 * body has the idempotency key as its `requestUlid`, unless the key is null. Source: specification section 7.
 */
export function buildRequest(
  call: Call,
  input: RequestInput,
  requestUlid: string,
  idempotencyKey: string | null = requestUlid,
): RequestInit {
  const body =
    call.method === 'GET'
      ? undefined
      : encodeBody(input, idempotencyKey === null ? {} : { requestUlid: idempotencyKey });
  return {
    method: call.method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      [requestUlidHeader]: requestUlid,
      traceparent: newTraceparent(),
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  };
}
