import type { Call } from '@portal/contract';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { apiUrl } from './api-server.ts';

interface Pages<Row> {
  readonly rows: readonly Row[];
  /** How many are on a page, whatever is asked for. */
  readonly size: number;
  /** The answer that holds the rows of a page. */
  readonly answerOf?: (rows: readonly Row[]) => object;
  /** What is done before a page is answered that begins after so many rows; a failure that it gives is the answer. */
  readonly before?: (begin: number) => Response | Promise<unknown> | undefined;
}

/** Answers a list page by page, with links that lead on. */
export const inPages = <Row>(call: Call, { rows, size, answerOf = (page) => page, before }: Pages<Row>): HttpHandler =>
  http.get(apiUrl + call.path, async ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    const begin = Number(searchParams.get('after') ?? 0);
    const refused = await before?.(begin);
    if (refused instanceof Response) return refused;
    const end = begin + size;
    const link = `<${apiUrl}${pathname}?limit=${searchParams.get('limit') ?? ''}&after=${end}>; rel="next"`;
    return HttpResponse.json(answerOf(rows.slice(begin, end)), { headers: end < rows.length ? { Link: link } : {} });
  });
