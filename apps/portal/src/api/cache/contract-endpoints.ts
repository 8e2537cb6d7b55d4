import type { Call, ResponseOf, Schema, Tag } from '@portal/contract';
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { input as Input } from 'zod/mini';
import type { ContractQuery } from '../http/base-query.ts';
import type { RequestInput } from '../http/build-request.ts';
import type { RequestError } from '../http/request-error.ts';

/** The key of the API's reducer in the store. */
export const apiReducerPath = 'api';

export type ApiBuilder = EndpointBuilder<ContractQuery, Tag, typeof apiReducerPath>;

type EmptyObject = Readonly<Record<string, never>>;

type InputPart<C extends Call, Name extends 'params' | 'query' | 'body'> = C[Name] extends Schema
  ? EmptyObject | undefined extends Input<C[Name]> | undefined
    ? Partial<Record<Name, Input<C[Name]>>>
    : Record<Name, Input<C[Name]>>
  : unknown;

type InputParts<C extends Call> = InputPart<C, 'params'> & InputPart<C, 'query'> & InputPart<C, 'body'>;

// In RTK Query the type of "no argument" is void.
/* oxlint-disable typescript/no-invalid-void-type -- see above */
/** The argument of the hook of a call: the input, or nothing if the call has none. */
type CallArgument<C extends Call> = (keyof InputParts<C> extends never
  ? void
  : EmptyObject extends InputParts<C>
    ? InputParts<C> | void
    : InputParts<C>) &
  (RequestInput | void);

const inputOf = (argument: RequestInput | void): RequestInput => argument ?? {};
/* oxlint-enable typescript/no-invalid-void-type */

/** The tags of a response. Tags of a workspace have its id. */
function tagsOf(tags: readonly Tag[] = [], input: RequestInput) {
  const id = input.params?.['workspaceId'];
  return tags.map((type) => (id === undefined ? type : { type, id }));
}

/** Errors that show that the cached workspaces are out of date. */
const staleWorkspaceErrors: readonly string[] = ['WorkspaceNotFound', 'WorkspaceChanged'];

/** Errors that show that what the call changes is out of date in the cache. */
const staleTargetErrors: readonly string[] = [
  'InvitationNotFound',
  'InvitationEnded',
  'InvitationExpired',
  'InvitationChanged',
  'InvitationLinkRequired',
  'AccountDeletionBlocked',
];

function invalidatedTags(call: Call, error: RequestError | undefined): Tag[] {
  if (!error || staleTargetErrors.includes(error.type)) return [...(call.invalidatesTags ?? [])];
  return staleWorkspaceErrors.includes(error.type) ? ['Workspace'] : [];
}

/** The endpoint of a GET call. */
export function contractQuery<C extends Call>(build: ApiBuilder, call: C) {
  return build.query<ResponseOf<C>, CallArgument<C>>({
    query: (input) => ({ call, input: inputOf(input) }),
    providesTags: (_result, _error, input) => tagsOf(call.providesTags, inputOf(input)),
  });
}

/** The endpoint of a call that changes something. */
export function contractMutation<C extends Call>(build: ApiBuilder, call: C) {
  return build.mutation<ResponseOf<C>, CallArgument<C>>({
    query: (input) => ({ call, input: inputOf(input) }),
    invalidatesTags: (_result, error) => invalidatedTags(call, error),
  });
}

export interface Page {
  /** The cursor of the next page, or null on the last page. */
  readonly next: string | null;
}

/** A page of a call that returns an array, with the cursor in the `Link` header. */
export interface RowsPage<Row> extends Page {
  rows: Row[];
}

interface ListOptions<C extends Call, P extends Page> {
  readonly limit: number;
  /** Combines a response and the cursor of its `Link` header. */
  readonly toPage: (response: ResponseOf<C>, next: string | null) => P;
  /** The tags of the list, if they differ from those of the call. */
  readonly tags?: readonly Tag[];
}

/** The endpoint of a paginated call. */
export function contractList<C extends Call, P extends Page>(
  build: ApiBuilder,
  call: C,
  { limit, toPage, tags = call.providesTags }: ListOptions<C, P>,
) {
  return build.infiniteQuery<P, CallArgument<C>, string | undefined>({
    infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
    query: ({ queryArg, pageParam }) => {
      const input = inputOf(queryArg);
      return { call, input: { ...input, query: { ...input.query, limit, after: pageParam } } };
    },
    transformResponse: (response: ResponseOf<C>, meta) => toPage(response, meta?.next ?? null),
    providesTags: (_result, _error, input) => tagsOf(tags, inputOf(input)),
  });
}

/** For calls that return an array. */
export const toRowsPage = <Row>(rows: Row[], next: string | null): RowsPage<Row> => ({ rows, next });

/** For calls whose response contains the cursor. */
export const toResponsePage = <P extends Page>(response: P): P => response;
