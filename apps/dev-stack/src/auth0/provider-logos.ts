import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { html, type Html } from '../emulator/html.ts';
import type { SocialProvider } from './social-identity.ts';

const packages = createRequire(import.meta.url);

/** The logos that the portal uses, too: from Simple Icons, with one path each. */
const files: Readonly<Record<SocialProvider, string>> = {
  github: packages.resolve('simple-icons/icons/github.svg'),
  'google-oauth2': packages.resolve('simple-icons/icons/google.svg'),
};

/** The logo of a provider in the color of the text. */
export function providerLogo(provider: SocialProvider): Html {
  const path = / d="([^"]+)"/.exec(readFileSync(files[provider], 'utf8'))?.[1];
  return html`<svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d="${path}" />
  </svg>`;
}

/** For the code by email, which has no provider. */
export const emailIcon = html`<svg
  width="18"
  height="18"
  viewBox="0 0 24 24"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  stroke-linejoin="round"
  aria-hidden="true"
>
  <rect x="2" y="4" width="20" height="16" rx="2" />
  <path d="m3 6 9 7 9-7" />
</svg>`;
