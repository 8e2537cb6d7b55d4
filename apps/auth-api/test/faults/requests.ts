import { ProblemBody, requestIdHeader } from '@portal/contract';
import { ulid } from 'ulid';

/** A user of the API with a workspace. */
export interface Visitor {
  readonly userId: string;
  readonly workspaceId: string;
  readonly cookie: string;
}

/** One request of a run, as data, so that it can be made again. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly cookie?: string;
  /** Beside those that every request has. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** For a change: what there must be in the database after it was done, once. */
  readonly effect?: Effect;
}

export interface Effect {
  readonly kind: 'workspace' | 'invitation';
  /** The unique display name or address. */
  readonly name: string;
  readonly requestUlid: string;
}

/** How a request ended; status 0 where the connection broke. */
export interface Answer {
  readonly ask: Ask;
  readonly sentAt: number;
  readonly ms: number;
  readonly status: number;
  /** The type of the failure, the code of a broken connection, or nothing. */
  readonly type: string;
  readonly retryAfter: string | null;
}

export async function send(url: string, ask: Ask): Promise<Answer> {
  const sentAt = performance.now();
  const ended = (status: number, type: string, retryAfter: string | null = null): Answer => ({
    ask,
    sentAt,
    ms: performance.now() - sentAt,
    status,
    type,
    retryAfter,
  });
  try {
    const response = await fetch(`${url}${ask.path}`, {
      method: ask.method,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        [requestIdHeader]: ulid(),
        ...(ask.cookie !== undefined && { cookie: ask.cookie }),
        ...ask.headers,
      },
      ...(ask.body && { body: JSON.stringify(ask.body) }),
    });
    const text = await response.text();
    return ended(response.status, typeOf(response, text), response.headers.get('retry-after'));
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    return ended(0, cause?.code ?? cause?.message ?? String(error));
  }
}

function typeOf(response: Response, text: string): string {
  if (response.status < 300) return '';
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return isJson ? ProblemBody.parse(JSON.parse(text)).error.type : 'a page';
}

export const reads = {
  whoami: ({ cookie }: Visitor): Ask => ({ method: 'GET', path: '/whoami', cookie }),
  workspaces: ({ cookie }: Visitor): Ask => ({ method: 'GET', path: '/workspaces', cookie }),
  members: ({ cookie, workspaceId }: Visitor): Ask => ({
    method: 'GET',
    path: `/workspace/${workspaceId}/members`,
    cookie,
  }),
  featureFlags: ({ cookie, userId }: Visitor): Ask => ({
    method: 'GET',
    path: `/users/${userId}/featureFlags`,
    cookie,
  }),
};

export const writes = {
  workspace: ({ cookie }: Visitor): Ask => {
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
  invitation: ({ cookie, workspaceId }: Visitor): Ask => {
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

/** One in three changes something. */
export const mixed: readonly ((visitor: Visitor) => Ask)[] = [
  reads.whoami,
  writes.workspace,
  reads.workspaces,
  reads.members,
  writes.invitation,
  reads.whoami,
];
