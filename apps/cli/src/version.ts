import { readFileSync } from 'node:fs';

/** Beside `src` and `dist`, also in the package. */
const manifestUrl = new URL('../package.json', import.meta.url);

export const { version } = JSON.parse(readFileSync(manifestUrl, 'utf8')) as { readonly version: string };
