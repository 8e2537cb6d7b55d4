import type { Call } from '@portal/contract';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { apiUrl } from './api-server.ts';

interface PaginatedListOptions<Row> {
  readonly rows: readonly Row[];
  /** Rows per page. The handler ignores the requested limit. */
  readonly pageSize: number;
  /** Builds the response body of a page. */
  readonly toBody?: (rows: readonly Row[]) => object;
  /** Runs before the response of the page that starts at `offset`. A returned `Response` replaces the page. */
  readonly beforePage?: (offset: number) => Response | Promise<unknown> | undefined;
}

/** Serves a list page by page, with a `Link` header to the next page. */
export const paginatedHandler = <Row>(
  call: Call,
  { rows, pageSize, toBody = (page) => page, beforePage }: PaginatedListOptions<Row>,
): HttpHandler =>
  http.get(apiUrl + call.path, async ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    const offset = Number(searchParams.get('after') ?? 0);
    const replacement = await beforePage?.(offset);
    if (replacement instanceof Response) return replacement;
    const end = offset + pageSize;
    const link = `<${apiUrl}${pathname}?limit=${searchParams.get('limit') ?? ''}&after=${end}>; rel="next"`;
    return HttpResponse.json(toBody(rows.slice(offset, end)), { headers: end < rows.length ? { Link: link } : {} });
  });
