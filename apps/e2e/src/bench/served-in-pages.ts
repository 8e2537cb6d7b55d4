import type { Page } from '@playwright/test';
import type { Call } from '@portal/contract';
import { addresses } from '../support/addresses.ts';

const isOf = (call: Call) => {
  const path = new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`);
  return ({ origin, pathname }: URL) => origin === addresses.authApi && path.test(pathname);
};

const headers = {
  'Access-Control-Allow-Origin': addresses.portal,
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Expose-Headers': 'Link',
};

/** Gives an answer in the API's place. */
export async function answerInPlace(page: Page, call: Call, json: unknown): Promise<void> {
  await page.route(isOf(call), async (route) => {
    if (route.request().method() === call.method) await route.fulfill({ headers, json });
    else await route.fallback();
  });
}

interface Served<Row> {
  readonly rows: readonly Row[];
  readonly answerOf?: (rows: readonly Row[]) => object;
}

/** Answers a list in the API's place, page by page: nobody has to make so many things first. */
export async function serveInPages<Row>(
  page: Page,
  call: Call,
  { rows, answerOf = (part) => part }: Served<Row>,
): Promise<void> {
  await page.route(isOf(call), async (route) => {
    const url = new URL(route.request().url());
    const begin = Number(url.searchParams.get('after') ?? 0);
    const end = begin + Number(url.searchParams.get('limit'));
    url.searchParams.set('after', String(end));
    const more = end < rows.length && { Link: `<${url.href}>; rel="next"` };
    await route.fulfill({ headers: { ...headers, ...more }, json: answerOf(rows.slice(begin, end)) });
  });
}
