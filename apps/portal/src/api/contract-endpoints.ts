import type { AnswerOf, Call, Schema, Tag } from '@portal/contract';
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { input as Input } from 'zod/mini';
import type { ContractQuery } from '../http/base-query.ts';
import type { Failure } from '../http/failure.ts';
import type { RequestInput } from '../http/request.ts';

/** The name of the API's slice of the store. */
export const apiPath = 'api';

export type ApiBuilder = EndpointBuilder<ContractQuery, Tag, typeof apiPath>;

type Nothing = Readonly<Record<string, never>>;

type Part<C extends Call, Name extends 'params' | 'query' | 'body'> = C[Name] extends Schema
  ? Nothing | undefined extends Input<C[Name]> | undefined
    ? Partial<Record<Name, Input<C[Name]>>>
    : Record<Name, Input<C[Name]>>
  : unknown;

type Parts<C extends Call> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>;

// RTK Query spells "no argument" void.
/* oxlint-disable typescript/no-invalid-void-type -- see above */
/** The argument of a call's hook: the parts of its input, or nothing where it needs none. */
type ArgumentOf<C extends Call> = (keyof Parts<C> extends never
  ? void
  : Nothing extends Parts<C>
    ? Parts<C> | void
    : Parts<C>) &
  (RequestInput | void);

const inputOf = (argument: RequestInput | void): RequestInput => argument ?? {};
/* oxlint-enable typescript/no-invalid-void-type */

/** The tags of a response; those of one workspace carry its id. */
function tagsOf(tags: readonly Tag[] = [], input: RequestInput) {
  const id = input.params?.['workspaceId'];
  return tags.map((type) => (id === undefined ? type : { type, id }));
}

/** Errors after which the cached workspaces are known to be out of date. */
const staleWorkspaceErrors: readonly string[] = ['WorkspaceNotFound', 'WorkspaceChanged'];

function invalidatedTags(call: Call, error: Failure | undefined): Tag[] {
  if (!error) return [...(call.changes ?? [])];
  return staleWorkspaceErrors.includes(error.type) ? ['Workspace'] : [];
}

/** The endpoint of a call that reads. */
export function contractQuery<C extends Call>(build: ApiBuilder, call: C) {
  return build.query<AnswerOf<C>, ArgumentOf<C>>({
    query: (input) => ({ call, input: inputOf(input) }),
    providesTags: (_result, _error, input) => tagsOf(call.reads, inputOf(input)),
  });
}

/** The endpoint of a call that changes something. */
export function contractMutation<C extends Call>(build: ApiBuilder, call: C) {
  return build.mutation<AnswerOf<C>, ArgumentOf<C>>({
    query: (input) => ({ call, input: inputOf(input) }),
    invalidatesTags: (_result, error) => invalidatedTags(call, error),
  });
}

/** One page of a list. */
export interface Page {
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** A page whose rows came as a plain array, with the cursor in the `Link` header. */
export interface PageOfRows<Row> extends Page {
  rows: Row[];
}

interface ListOptions<C extends Call, P extends Page> {
  /** The number of rows on a page. */
  readonly limit: number;
  /** The page that a response and the cursor of its `Link` header make. */
  readonly toPage: (response: AnswerOf<C>, next: string | null) => P;
  /** The tags of the list, where they are not those of the call. */
  readonly tags?: readonly Tag[];
}

/** The endpoint of a paginated call. */
export function contractList<C extends Call, P extends Page>(
  build: ApiBuilder,
  call: C,
  { limit, toPage, tags = call.reads }: ListOptions<C, P>,
) {
  return build.infiniteQuery<P, ArgumentOf<C>, string | undefined>({
    infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
    query: ({ queryArg, pageParam }) => {
      const input = inputOf(queryArg);
      return { call, input: { ...input, query: { ...input.query, limit, after: pageParam } } };
    },
    transformResponse: (response: AnswerOf<C>, meta) => toPage(response, meta?.next ?? null),
    providesTags: (_result, _error, input) => tagsOf(tags, inputOf(input)),
  });
}

/** For calls that respond with an array. */
export const pageOfRows = <Row>(rows: Row[], next: string | null): PageOfRows<Row> => ({ rows, next });

/** For calls whose response has the cursor beside the rows. */
export const pageOfResponse = <P extends Page>(response: P): P => response;
