import { iso31661Alpha2ToAlpha3 } from 'iso-3166';

/** The two-letter codes of ISO 3166-1. Source: specification section 9, "Country list". */
export const countryCodes: readonly string[] = Object.keys(iso31661Alpha2ToAlpha3);

/** A function from country code to country name, in the first supported language. Unknown codes are returned as they are. */
export function countryNames(languages: string | readonly string[] = 'en'): (code: string) => string {
  const names = new Intl.DisplayNames([languages, 'en'].flat(), { type: 'region' });
  return (code) => names.of(code) ?? code;
}
