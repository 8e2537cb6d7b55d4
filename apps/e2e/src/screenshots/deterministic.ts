import type { BrowserContext } from '@playwright/test';
import { dayMs, PortalSettings, signUpCalls } from '@portal/contract';
import { urls } from '../support/urls.ts';

/** The browser's time in all screenshots. */
const fixedTime = new Date('2026-03-02T09:30:45.000Z');
const minuteMs = 60_000;

/** The instance URLs that the screenshots show. */
const hostedApp = 'https://app.systeminit.com';
const localInstance = 'http://localhost:8080';

const idPattern = /\b(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|auth0\|\w+)\b/g;
const timestampPattern = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\b/g;
const dayPattern = /\b\d{4}-\d\d-\d\d\b(?!T)/g;

const addDays = (given: string, days: number) => new Date(Date.parse(given) + days * dayMs).toISOString().slice(0, 10);

/**
 * Replaces ids, timestamps and URLs in API responses, so that screenshots change only if the portal does. Ids are numbered in
 * the order in which they first appear. Dates in sign-up report requests are converted back to real dates.
 */
export async function makeDeterministic(context: BrowserContext): Promise<void> {
  const fakeIds = new Map<string, string>();
  const realIds = new Map<string, string>();
  const offsetMs = fixedTime.getTime() - Date.now();
  const offsetDays = Math.floor(fixedTime.getTime() / dayMs) - Math.floor(Date.now() / dayMs);
  const toFakeId = (id: string) => {
    const known =
      fakeIds.get(id) ?? (id.startsWith('auth0|') ? 'auth0|' : '01') + String(fakeIds.size).padStart(24, '0');
    fakeIds.set(id, known);
    realIds.set(known, id);
    return known;
  };
  const toRealIds = (text: string) => text.replace(idPattern, (id) => realIds.get(id) ?? id);
  await context.clock.setFixedTime(fixedTime);
  await context.route('**/config.json', async (route) => {
    const settings = PortalSettings.parse(await (await route.fetch()).json());
    const instances = {
      hostedAppUrl: hostedApp,
      hostedAppHost: new URL(hostedApp).host,
      localInstanceUrl: localInstance,
    };
    await route.fulfill({ json: { ...settings, ...instances } });
  });
  await context.route(`${urls.authApi}/**`, async (route, request) => {
    const isReport = new URL(request.url()).pathname.startsWith(signUpCalls.reportSignups.path);
    const shiftDays = (text: string, by: number) =>
      isReport ? text.replace(dayPattern, (date) => addDays(date, by)) : text;
    const url = shiftDays(toRealIds(request.url()), -offsetDays);
    if (request.resourceType() !== 'fetch') return route.continue({ url });
    const body = request.postData();
    const response = await route.fetch({ url, ...(body !== null && { postData: toRealIds(body) }) });
    const text = shiftDays(await response.text(), offsetDays)
      .replaceAll(urls.hostedApp, hostedApp)
      .replaceAll(urls.localInstance, localInstance)
      .replace(idPattern, toFakeId)
      .replace(timestampPattern, (at) =>
        new Date(Math.floor((Date.parse(at) + offsetMs) / minuteMs) * minuteMs).toISOString(),
      );
    // The portal corrects the browser's clock by the `Date` of the API.
    return route.fulfill({ response, body: text, headers: { ...response.headers(), date: fixedTime.toUTCString() } });
  });
}
