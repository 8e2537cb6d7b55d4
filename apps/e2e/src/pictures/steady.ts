import type { BrowserContext } from '@playwright/test';
import { PortalSettings, signUpCalls } from '@portal/contract';
import { addresses } from '../support/addresses.ts';

/** The moment at which all pictures are taken. */
const then = new Date('2026-03-02T09:30:45.000Z');
const minute = 60_000;
const dayLength = 86_400_000;

/** Where managed and local workspaces seem to run. */
const hostedApp = 'https://app.systeminit.com';
const localInstance = 'http://localhost:8080';

const ids = /\b(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|auth0\|\w+)\b/g;
const moment = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\b/g;
const day = /\b\d{4}-\d\d-\d\d\b(?!T)/g;

/** The day so many days later. */
const daysLater = (given: string, days: number) =>
  new Date(Date.parse(given) + days * dayLength).toISOString().slice(0, 10);

/**
 * Lets a browser see the same ids, moments and addresses each time, so that two pictures differ only where the portal does. Ids
 * get their number in the order in which they are first seen. Whoever asks for a report of the picture's days gets the real ones.
 */
export async function steady(context: BrowserContext): Promise<void> {
  const shown = new Map<string, string>();
  const real = new Map<string, string>();
  const shift = then.getTime() - Date.now();
  const days = Math.floor(then.getTime() / dayLength) - Math.floor(Date.now() / dayLength);
  const show = (id: string) => {
    const known = shown.get(id) ?? (id.startsWith('auth0|') ? 'auth0|' : '01') + String(shown.size).padStart(24, '0');
    shown.set(id, known);
    real.set(known, id);
    return known;
  };
  const back = (text: string) => text.replace(ids, (id) => real.get(id) ?? id);
  await context.clock.setFixedTime(then);
  await context.route('**/config.json', async (route) => {
    const settings = PortalSettings.parse(await (await route.fetch()).json());
    const { hostedAppUrl, localInstanceUrl } = PortalSettings.parse({ authApiUrl: settings.authApiUrl });
    await route.fulfill({ json: { ...settings, hostedAppUrl, localInstanceUrl } });
  });
  await context.route(`${addresses.authApi}/**`, async (route, request) => {
    const isReport = new URL(request.url()).pathname.startsWith(signUpCalls.reportSignups.path);
    const shiftDays = (text: string, by: number) => (isReport ? text.replace(day, (one) => daysLater(one, by)) : text);
    const url = shiftDays(back(request.url()), -days);
    if (request.resourceType() !== 'fetch') return route.continue({ url });
    const body = request.postData();
    const response = await route.fetch({ url, ...(body !== null && { postData: back(body) }) });
    const text = shiftDays(await response.text(), days)
      .replaceAll(addresses.hostedApp, hostedApp)
      .replaceAll(addresses.localInstance, localInstance)
      .replace(ids, show)
      .replace(moment, (at) => new Date(Math.floor((Date.parse(at) + shift) / minute) * minute).toISOString());
    return route.fulfill({ response, body: text });
  });
}
