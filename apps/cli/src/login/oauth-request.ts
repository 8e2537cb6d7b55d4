import { PortalError } from '@portal/client';

/** The `client_id` of this program at every account portal. */
export const clientId = 'portal-cli';

/** What sends requests, with a signal that ends them. */
export interface Transport {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

type JsonObject = Readonly<Record<string, unknown>>;

const timeoutMs = 7_000;

/** Sends a form as OAuth does. Throws a `PortalError` whose type is the OAuth error code, such as `invalid_grant`. */
export function postForm(
  transport: Transport,
  url: string,
  form: Readonly<Record<string, string>>,
): Promise<JsonObject> {
  const body = new URLSearchParams({ ...form, client_id: clientId });
  return requestJson(transport, url, { method: 'POST', body });
}

/** Follows no redirect, which would take a secret elsewhere. */
export async function requestJson(
  { fetch: send, signal }: Transport,
  url: string,
  init: RequestInit = {},
): Promise<JsonObject> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let response: Response;
  let text: string;
  try {
    response = await send(url, { ...init, redirect: 'error', signal: limit });
    text = await response.text();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new PortalError('Unreachable', `${new URL(url).host} did not answer.`, { status: null, cause: error });
  }
  const json = parseObject(text);
  if (response.ok && json !== null) return json;
  throw toPortalError(response.status, json);
}

function parseObject(text: string): JsonObject | null {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

function toPortalError(status: number, json: JsonObject | null): PortalError {
  const { error, error_description: description, requestId } = json ?? {};
  if (typeof error !== 'string')
    return new PortalError('UnexpectedResponse', `The answer with status ${status} is none of the API.`, { status });
  const message = typeof description === 'string' ? description : `The API answered ${error}.`;
  return new PortalError(error, message, { status, requestId: typeof requestId === 'string' ? requestId : undefined });
}

/** A field of a response. Throws if it is missing. */
export function readString(json: JsonObject, name: string): string {
  const value = json[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new PortalError('UnexpectedResponse', `The answer has no ${name}, so it is none of the API.`, { status: 200 });
}

export function readNumber(json: JsonObject, name: string): number {
  const value = json[name];
  if (typeof value === 'number' && value >= 0) return value;
  throw new PortalError('UnexpectedResponse', `The answer has no ${name}, so it is none of the API.`, { status: 200 });
}
