import type { BrowserContext } from '@playwright/test';
import { PortalSettings } from '@portal/contract';
import { addresses } from '../support/addresses.ts';

/** The moment at which all pictures are taken. */
const then = new Date('2026-03-02T09:30:45.000Z');
const minute = 60_000;

const ulid = /\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g;
const moment = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\b/g;

/**
 * Lets a browser see the same ids, moments and addresses each time, so that two pictures differ only where the portal does. Ids
 * get their number in the order in which they are first seen.
 */
export async function steady(context: BrowserContext): Promise<void> {
  const shown = new Map<string, string>();
  const real = new Map<string, string>();
  const shift = then.getTime() - Date.now();
  const show = (id: string) => {
    const known = shown.get(id) ?? `01${String(shown.size).padStart(24, '0')}`;
    shown.set(id, known);
    real.set(known, id);
    return known;
  };
  const back = (text: string) => text.replace(ulid, (id) => real.get(id) ?? id);
  await context.clock.setFixedTime(then);
  await context.route('**/config.json', async (route) => {
    const settings = PortalSettings.parse(await (await route.fetch()).json());
    const { hostedAppUrl, localInstanceUrl } = PortalSettings.parse({ authApiUrl: settings.authApiUrl });
    await route.fulfill({ json: { ...settings, hostedAppUrl, localInstanceUrl } });
  });
  await context.route(`${addresses.authApi}/**`, async (route, request) => {
    const url = back(request.url());
    if (request.resourceType() !== 'fetch') return route.continue({ url });
    const body = request.postData();
    const response = await route.fetch({ url, ...(body !== null && { postData: back(body) }) });
    const text = (await response.text())
      .replace(ulid, show)
      .replace(moment, (at) => new Date(Math.floor((Date.parse(at) + shift) / minute) * minute).toISOString());
    return route.fulfill({ response, body: text });
  });
}
