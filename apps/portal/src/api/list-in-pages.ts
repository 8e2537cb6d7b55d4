import type { AnswerOf, Call, Tag } from '@portal/contract';
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import type { AskedCall } from '../http/asked-call.ts';
import type { ContractQuery } from '../http/base-query.ts';
import { tagsOf, type apiPath, type ArgumentOf } from '../http/endpoints-for.ts';
import type { Failure } from '../http/failure.ts';
import type { RequestInput } from '../http/request.ts';

/** What an answer with a list holds, or with a part of one. */
export interface Page<Row> {
  rows: Row[];
}

/** A list that is shown from its first page on, while the others are on their way. */
export type Listed<P extends Page<unknown>> = P & {
  /** After what the next page begins; null once all of the list is here. */
  next: string | null;
  /** Why the rest could not be loaded; it stays while that is tried again. */
  failure?: FailureOfRest;
};

export interface FailureOfRest extends Failure {
  /** All of the list was to be loaded again, and what is here is as it was before. */
  readonly ofReload: boolean;
}

/** What is to be known of a kind of list: its call, what is kept of an answer, and what tells its rows apart. */
export interface KindOfList<C extends Call, P extends Page<unknown>> {
  readonly call: C;
  readonly keep: (answer: AnswerOf<C>) => P;
  readonly idOf: (row: P['rows'][number]) => string;
}

/** Few people have more of anything, so that mostly one request has all. */
const pageSize = 500;

/** Asks for a page of a list. */
export const pageOf = (call: AskedCall, input: RequestInput | undefined, after?: string) => ({
  call,
  input: { ...input, query: { limit: pageSize, after } },
});

// Nobody knows here whether the call needs an argument; the linter takes it for one that does.
/* oxlint-disable typescript/no-unnecessary-condition -- see above */

/** Makes the endpoint of a list that may be long. While it is loaded again, what is known of it stays. */
export function listInPages<C extends Call, P extends Page<unknown>>(
  build: EndpointBuilder<ContractQuery, Tag, typeof apiPath>,
  kind: KindOfList<C, P>,
) {
  const { call } = kind;
  // RTK Query spells "no argument" void.
  // oxlint-disable-next-line typescript/no-invalid-void-type -- see above
  return build.query<Listed<P>, ArgumentOf<C> & (RequestInput | void)>({
    query: (input) => pageOf(call, input ?? {}),
    transformResponse: (answer: AnswerOf<C>, meta) => ({ ...kind.keep(answer), next: meta?.next ?? null }),
    merge(kept, came) {
      if (came.next === null) return came;
      // The rest is on its way again.
      delete kept.failure;
      return undefined;
    },
    providesTags: (_result, _error, input) => tagsOf(call, input ?? {}),
    onQueryStarted: async (input, started) => {
      const { data: known } = started.getCacheEntry();
      const first = (await started.queryFulfilled.catch(() => undefined))?.data;
      if (!first || first.next === null) return;
      const { loadRest } = await import('./rest-of-list.ts');
      await loadRest({ kind, input: input ?? {}, known, first }, started);
    },
  });
}
