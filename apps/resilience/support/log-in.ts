import { Browser } from '@portal/auth-api/test/support/browser.ts';

/** An account that the identity provider's emulator has from its first start. */
const member = { email: 'member@example.com', password: 'Correct-horse-1' };

interface LoginUrls {
  readonly apiUrl: string;
  readonly portalUrl: string;
}

/** Logs in from the portal through the provider's form and back. Returns the URL or the page at which it ended. */
export async function logInAtProvider({ apiUrl, portalUrl }: LoginUrls): Promise<string> {
  const browser = new Browser();
  const form = await browser.follow(`${apiUrl}/auth/login`, portalUrl);
  return (await browser.follow(form.url, portalUrl, member)).url;
}
