import { ErrorBody, requestUlidHeader } from '@portal/contract';
import { ulid } from 'ulid';

/** A logged-in user with a workspace. */
export interface TestUser {
  readonly userId: string;
  readonly workspaceId: string;
  readonly cookie: string;
}

/** One request, as data, so that it can be retried. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly cookie?: string;
  /** In addition to the headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** For a write: the row that it creates exactly once. */
  readonly effect?: Effect;
}

export interface Effect {
  readonly kind: 'workspace' | 'invitation';
  /** The unique display name or email. */
  readonly name: string;
  readonly requestUlid: string;
}

/** The response to a request. Its status is 0 if the connection failed. */
export interface RequestResult {
  readonly request: ApiRequest;
  readonly sentAt: number;
  readonly ms: number;
  readonly status: number;
  /** The `type` of an API error, `page` for an error page, `malformed` for other JSON, the code of a connection error, or empty. */
  readonly errorType: string;
  readonly retryAfter: string | null;
}

export async function send(url: string, request: ApiRequest): Promise<RequestResult> {
  const sentAt = performance.now();
  const resultWith = (status: number, errorType: string, retryAfter: string | null = null): RequestResult => ({
    request,
    sentAt,
    ms: performance.now() - sentAt,
    status,
    errorType,
    retryAfter,
  });
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}${request.path}`, {
      method: request.method,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        [requestUlidHeader]: ulid(),
        ...(request.cookie !== undefined && { cookie: request.cookie }),
        ...request.headers,
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
    });
    text = await response.text();
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    return resultWith(0, cause?.code ?? cause?.message ?? String(error));
  }
  return resultWith(response.status, errorTypeOf(response, text), response.headers.get('retry-after'));
}

function errorTypeOf(response: Response, text: string): string {
  if (response.status < 300) return '';
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  if (!isJson) return 'page';
  try {
    return ErrorBody.parse(JSON.parse(text)).error.type;
  } catch {
    return 'malformed';
  }
}

export const reads = {
  whoami: ({ cookie }: TestUser): ApiRequest => ({ method: 'GET', path: '/whoami', cookie }),
  workspaces: ({ cookie }: TestUser): ApiRequest => ({ method: 'GET', path: '/workspaces', cookie }),
  members: ({ cookie, workspaceId }: TestUser): ApiRequest => ({
    method: 'GET',
    path: `/workspace/${workspaceId}/members`,
    cookie,
  }),
  featureFlags: ({ cookie, userId }: TestUser): ApiRequest => ({
    method: 'GET',
    path: `/users/${userId}/featureFlags`,
    cookie,
  }),
};

export const writes = {
  workspace: ({ cookie }: TestUser): ApiRequest => {
    const requestUlid = ulid();
    const displayName = ulid();
    return {
      method: 'POST',
      path: '/workspaces/new',
      cookie,
      body: { displayName, requestUlid },
      effect: { kind: 'workspace', name: displayName, requestUlid },
    };
  },
  invitation: ({ cookie, workspaceId }: TestUser): ApiRequest => {
    const requestUlid = ulid();
    const email = `${ulid().toLowerCase()}@example.com`;
    return {
      method: 'POST',
      path: `/workspace/${workspaceId}/members`,
      cookie,
      body: { email, requestUlid },
      effect: { kind: 'invitation', name: email, requestUlid },
    };
  },
};

/** Causes an event of the workspace. */
export const rename = ({ cookie, workspaceId }: TestUser): ApiRequest => ({
  method: 'PATCH',
  path: `/workspaces/${workspaceId}`,
  cookie,
  body: { displayName: ulid() },
});

/** One in three is a write. */
export const mixedRequests: readonly ((user: TestUser) => ApiRequest)[] = [
  reads.whoami,
  writes.workspace,
  reads.workspaces,
  reads.members,
  writes.invitation,
  reads.whoami,
];
