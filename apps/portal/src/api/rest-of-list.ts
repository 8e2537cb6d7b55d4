import type { AnswerOf, Call } from '@portal/contract';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ContractRequest } from '../http/base-query.ts';
import type { Failure } from '../http/failure.ts';
import type { RequestInput } from '../http/request.ts';
import { pageOf, type KindOfList, type Listed, type Page } from './list-in-pages.ts';
import { portalApi } from './portal-api.ts';

const { nextPage } = portalApi.injectEndpoints({
  endpoints: (build) => ({
    // A mutation, since a page is asked for once and kept nowhere but in its list.
    nextPage: build.mutation<{ answer: unknown; next: string | null }, ContractRequest>({
      query: (request) => request,
      transformResponse: (answer, meta) => ({ answer, next: meta?.next ?? null }),
    }),
  }),
}).endpoints;

interface Begun<C extends Call, P extends Page<unknown>> {
  readonly call: C;
  readonly kind: KindOfList<C, P>;
  readonly input: RequestInput;
  /** The list as it was when this began, where there was one. */
  readonly known: Listed<P> | undefined;
  /** Its first page as it is now. */
  readonly first: Listed<P>;
}

interface Started<P extends Page<unknown>> {
  readonly dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;
  readonly getCacheEntry: () => { readonly data?: Listed<P> | undefined };
  readonly updateCachedData: (change: () => Listed<P>) => unknown;
}

/** Loads what follows the first page of a list. */
export async function loadRest<C extends Call, P extends Page<unknown>>(
  begun: Begun<C, P>,
  started: Started<P>,
): Promise<void> {
  try {
    await (begun.known ? loadAgain(begun, begun.known, started) : append(begun, started));
  } catch (error) {
    const list = started.getCacheEntry().data;
    // Where all of it came meanwhile by another way, nothing is missing. What is thrown is what the API answered, or that it did not.
    if (list && (begun.known || list.next !== null))
      started.updateCachedData(() => ({ ...list, failure: error as Failure }));
  }
}

/** Shows each page as it comes. What was changed meanwhile in those before it stays as it is. */
async function append<C extends Call, P extends Page<unknown>>(begun: Begun<C, P>, started: Started<P>): Promise<void> {
  for (let { next } = begun.first; next !== null;) {
    const page: Listed<P> = await pageAfter(next, begun, started);
    const list = started.getCacheEntry().data;
    // All of it was loaded again meanwhile, or nobody looks at it any more.
    if (list?.next !== next) return;
    ({ next } = page);
    started.updateCachedData(() => ({ ...list, rows: together([list.rows, page.rows], begun.kind), next }));
  }
}

/** Shows the list as it is now, once all of it is here. Where something in it was changed meanwhile, it is asked for anew. */
async function loadAgain<C extends Call, P extends Page<unknown>>(
  begun: Begun<C, P>,
  known: Listed<P>,
  started: Started<P>,
): Promise<void> {
  let shown: P['rows'] | undefined = known.rows;
  let pages = [begun.first];
  for (let last: Listed<P> | undefined; (last = pages.at(-1));) {
    if (last.next !== null) {
      pages.push(await pageAfter(last.next, begun, started));
      continue;
    }
    const { data: list } = started.getCacheEntry();
    if (!list) return;
    if (list.rows === shown) {
      const rows = together(
        pages.map(({ rows }) => rows),
        begun.kind,
      );
      started.updateCachedData(() => ({ ...begun.first, rows, next: null }));
      return;
    }
    shown = list.rows;
    pages = [await pageAfter(undefined, begun, started)];
  }
}

async function pageAfter<C extends Call, P extends Page<unknown>>(
  after: string | undefined,
  { call, kind, input }: Begun<C, P>,
  { dispatch }: Started<P>,
): Promise<Listed<P>> {
  const asked = nextPage.initiate(pageOf(call, input, after), { track: false });
  const { answer, next } = await dispatch(asked).unwrap();
  return { ...kind.keep(answer as AnswerOf<C>), next };
}

/** A row that moves while its list is read may be on two pages; the first one counts. */
function together<C extends Call, P extends Page<unknown>>(
  pages: readonly P['rows'][],
  { idOf }: KindOfList<C, P>,
): P['rows'] {
  const byId = new Map<string, P['rows'][number]>();
  for (const row of pages.flat()) if (!byId.has(idOf(row))) byId.set(idOf(row), row);
  return [...byId.values()];
}
