import { requestIdHeader, type Call } from '@portal/contract';

/** The parts of a call's input; which of them a call has is in its contract. */
export interface RequestInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: FormData | Readonly<Record<string, unknown>>;
}

function fillPath(path: string, params: RequestInput['params'] = {}): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name];
    if (!value) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

function fillQuery(query: RequestInput['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) search.set(name, String(value));
  return search.size > 0 ? `?${search.toString()}` : '';
}

function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

/** A new W3C trace context, so that a click can be followed through the services behind it. */
export const newTraceParent = () => `00-${hex(16)}-${hex(8)}-01`;

/** The address of a call. */
export function addressOf(base: string, call: Call, input: RequestInput): string {
  return base + fillPath(call.path, input.params) + fillQuery(input.query);
}

/** The body as text, by which two requests are told apart; null for form data, which has none. */
export function payloadOf({ body }: RequestInput): string | null {
  return body instanceof FormData ? null : JSON.stringify(body ?? null);
}

function bodyOf({ body }: RequestInput, extra: Readonly<Record<string, string>>): string | FormData {
  if (!(body instanceof FormData)) return JSON.stringify({ ...body, ...extra });
  const form = new FormData();
  for (const [name, value] of body.entries()) form.append(name, value);
  for (const [name, value] of Object.entries(extra)) form.set(name, value);
  return form;
}

/**
 * What `fetch` is given for a call: the cookie, the request's own id, a trace, and the body of what is not a GET, with
 * its `requestUlid` unless that is null. Source: specification section 7.
 */
export function requestOf(
  call: Call,
  input: RequestInput,
  requestId: string,
  requestUlid: string | null = requestId,
): RequestInit {
  const body = call.method === 'GET' ? undefined : bodyOf(input, requestUlid === null ? {} : { requestUlid });
  return {
    method: call.method,
    credentials: 'include',
    headers: {
      Accept: 'application/json',
      [requestIdHeader]: requestId,
      traceparent: newTraceParent(),
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  };
}
