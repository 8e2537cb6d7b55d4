import type { Page } from '@playwright/test';
import type { Call } from '@portal/contract';
import { urls } from '../support/urls.ts';

const matchesCall = (call: Call) => {
  const path = new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`);
  return ({ origin, pathname }: URL) => {
    const address = origin + pathname;
    return address.startsWith(urls.authApi) && path.test(address.slice(urls.authApi.length));
  };
};

const corsHeaders = {
  'Access-Control-Allow-Origin': urls.portal,
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Expose-Headers': 'Link',
};

export async function mockResponse(page: Page, call: Call, json: unknown): Promise<void> {
  await page.route(matchesCall(call), async (route) => {
    if (route.request().method() === call.method) await route.fulfill({ headers: corsHeaders, json });
    else await route.fallback();
  });
}

interface PaginatedMock<Row> {
  readonly rows: readonly Row[];
  readonly toBody?: (rows: readonly Row[]) => object;
}

/** Mocks a paginated list, so that its rows need not exist in the database. */
export async function mockPaginatedList<Row>(
  page: Page,
  call: Call,
  { rows, toBody = (page) => page }: PaginatedMock<Row>,
): Promise<void> {
  await page.route(matchesCall(call), async (route) => {
    const url = new URL(route.request().url());
    const start = Number(url.searchParams.get('after') ?? 0);
    const end = start + Number(url.searchParams.get('limit'));
    url.searchParams.set('after', String(end));
    const more = end < rows.length && { Link: `<${url.href}>; rel="next"` };
    await route.fulfill({ headers: { ...corsHeaders, ...more }, json: toBody(rows.slice(start, end)) });
  });
}
