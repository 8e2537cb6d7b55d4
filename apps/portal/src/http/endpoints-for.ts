import type { AnswerOf, Call, Calls, Schema, Tag } from '@portal/contract';
import type { EndpointBuilder, MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query/react';
import type { AskedCall } from './asked-call.ts';
import type { ContractQuery } from './base-query.ts';
import type { Failure } from './failure.ts';
import type { RequestInput } from './request.ts';

/** The name of the API's part of the store. */
export const apiPath = 'api';

type Input<S extends Schema> = S['_zod']['input'];

type Nothing = Readonly<Record<string, never>>;

type Part<C extends Call, Name extends 'params' | 'query' | 'body'> = C[Name] extends Schema
  ? Nothing | undefined extends Input<C[Name]> | undefined
    ? Partial<Record<Name, Input<C[Name]>>>
    : Record<Name, Input<C[Name]>>
  : unknown;

type Parts<C extends Call> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>;

/** What a hook of a call is given: the parts of its input that it has, or nothing where it needs none. */
// RTK Query spells "no argument" void.
/* oxlint-disable typescript/no-invalid-void-type -- see above */
export type ArgumentOf<C extends Call> = keyof Parts<C> extends never
  ? void
  : Nothing extends Parts<C>
    ? Parts<C> | void
    : Parts<C>;
/* oxlint-enable typescript/no-invalid-void-type */

type EndpointFor<C extends Call> = C['method'] extends 'GET'
  ? QueryDefinition<ArgumentOf<C>, ContractQuery, Tag, AnswerOf<C>, typeof apiPath>
  : MutationDefinition<ArgumentOf<C>, ContractQuery, Tag, AnswerOf<C>, typeof apiPath>;

/** The endpoints of those calls that answer data; pages, files and texts are for the browser to open. */
export type EndpointsFor<T extends Calls> = {
  -readonly [Name in keyof T as T[Name] extends { answers: 'page' | 'file' | 'text' } ? never : Name]: EndpointFor<
    T[Name]
  >;
};

/** What an answer is about, by workspace where it is one workspace's. */
export function tagsOf(call: AskedCall, input: RequestInput | undefined) {
  const id = input?.params?.workspaceId;
  return (call.reads ?? []).map((type) => (id === undefined ? type : { type, id }));
}

/** Failures which say that what the page knows of a workspace is out of date. */
const staleWorkspace: readonly string[] = ['WorkspaceNotFound', 'WorkspaceChanged'];

const changedBy = (call: AskedCall, error: Failure | undefined) =>
  error ? (staleWorkspace.includes(error.type) ? ['Workspace' as const] : []) : [...(call.changes ?? [])];

/** Makes an endpoint of each call of a feature; the call's row in the table says all that is to be known. */
export function endpointsFor<T extends Calls>(
  build: EndpointBuilder<ContractQuery, Tag, typeof apiPath>,
  calls: T,
): EndpointsFor<T> {
  const endpoints = Object.entries<AskedCall>(calls)
    .filter(([, call]) => call.answers === undefined || call.answers === 'json')
    .map(([name, call]) => {
      const query = (input: RequestInput | undefined) => ({ call, input: input ?? {} });
      const endpoint =
        call.method === 'GET'
          ? build.query<unknown, RequestInput | undefined>({
              query,
              providesTags: (_result, _error, input) => tagsOf(call, input),
            })
          : build.mutation<unknown, RequestInput | undefined>({
              query,
              invalidatesTags: (_result, error) => changedBy(call, error),
            });
      return [name, endpoint] as const;
    });
  // The one cast: a loop over the table can't tell the compiler which row made which endpoint.
  return Object.fromEntries(endpoints) as unknown as EndpointsFor<T>;
}
