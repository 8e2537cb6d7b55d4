import type { AnswerOf, Call } from '@portal/contract';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ContractRequest } from '../http/base-query.ts';
import type { Failure } from '../http/failure.ts';
import type { RequestInput } from '../http/request.ts';
import { pageOf, type FailureOfRest, type KindOfList, type Listed, type Page } from './list-in-pages.ts';
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

interface Asked<C extends Call, P extends Page<unknown>> {
  readonly kind: KindOfList<C, P>;
  readonly input: RequestInput;
}

interface Begun<C extends Call, P extends Page<unknown>> extends Asked<C, P> {
  /** The list as it was when this began, where there was one. */
  readonly known: Listed<P> | undefined;
  /** Its first page as it is now. */
  readonly first: Listed<P>;
}

/** What is done to the list in the store meanwhile. */
export interface Started<P extends Page<unknown>> {
  readonly dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;
  readonly getCacheEntry: () => { readonly data?: Listed<P> | undefined };
  readonly updateCachedData: (change: () => Listed<P>) => unknown;
}

/** Loads what follows the first page of a list. */
export async function loadRest<C extends Call, P extends Page<unknown>>(
  { known, first, ...asked }: Begun<C, P>,
  started: Started<P>,
): Promise<void> {
  await tellFailure(known !== undefined, started, () =>
    known ? loadAgain(asked, known, first, started) : append(asked, first.next, started),
  );
}

/** Goes on with a list where it stopped; what is here stays. Where it is to be loaded again, that begins anew. */
export async function goOn<C extends Call, P extends Page<unknown>>(
  asked: Asked<C, P>,
  started: Started<P>,
): Promise<void> {
  const { data: list } = started.getCacheEntry();
  if (!list?.failure) return;
  const { ofReload } = list.failure;
  await tellFailure(ofReload, started, async () => {
    if (!ofReload) return append(asked, list.next, started);
    return loadAgain(asked, list, await pageAfter(undefined, asked, started), started);
  });
}

async function tellFailure<P extends Page<unknown>>(
  ofReload: boolean,
  { getCacheEntry, updateCachedData }: Started<P>,
  load: () => Promise<void>,
): Promise<void> {
  try {
    await load();
  } catch (error) {
    const { data: list } = getCacheEntry();
    // What is thrown is what the API answered, or that it did not.
    const failure: FailureOfRest = { ...(error as Failure), ofReload };
    // Where all of it came meanwhile by another way, nothing is missing.
    if (list && (ofReload || list.next !== null)) updateCachedData(() => ({ ...list, failure }));
  }
}

/** Shows each page as it comes. What was changed meanwhile in those before it stays as it is. */
async function append<C extends Call, P extends Page<unknown>>(
  asked: Asked<C, P>,
  after: string | null,
  started: Started<P>,
): Promise<void> {
  for (let next = after; next !== null;) {
    const page: Listed<P> = await pageAfter(next, asked, started);
    const { data: list } = started.getCacheEntry();
    // All of it was loaded again meanwhile, or nobody looks at it any more.
    if (list?.next !== next) return;
    ({ next } = page);
    const { failure, ...rest } = { ...list, rows: together([list.rows, page.rows], asked.kind), next };
    // Why it stopped once is told until nothing is missing.
    started.updateCachedData(() => (next === null || !failure ? rest : { ...rest, failure }) as Listed<P>);
  }
}

/** Shows the list as it is now, once all of it is here. Where something in it was changed meanwhile, it is asked for anew. */
async function loadAgain<C extends Call, P extends Page<unknown>>(
  asked: Asked<C, P>,
  known: Listed<P>,
  first: Listed<P>,
  started: Started<P>,
): Promise<void> {
  let shown: P['rows'] | undefined = known.rows;
  let pages = [first];
  for (let last: Listed<P> | undefined; (last = pages.at(-1));) {
    if (last.next !== null) {
      pages.push(await pageAfter(last.next, asked, started));
      continue;
    }
    const { data: list } = started.getCacheEntry();
    if (!list) return;
    if (list.rows === shown) {
      const rows = together(
        pages.map(({ rows }) => rows),
        asked.kind,
      );
      started.updateCachedData(() => ({ ...first, rows, next: null }));
      return;
    }
    shown = list.rows;
    pages = [await pageAfter(undefined, asked, started)];
  }
}

async function pageAfter<C extends Call, P extends Page<unknown>>(
  after: string | undefined,
  { kind, input }: Asked<C, P>,
  { dispatch }: Started<P>,
): Promise<Listed<P>> {
  const asked = nextPage.initiate(pageOf(kind.call, input, after), { track: false });
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
