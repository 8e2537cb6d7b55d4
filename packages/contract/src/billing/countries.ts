import { iso31661Alpha2ToAlpha3 } from 'iso-3166';

/** The two-letter codes of ISO 3166-1. Source: specification section 9, "Country list". */
export const countryCodes: readonly string[] = Object.keys(iso31661Alpha2ToAlpha3);

/** Names countries in the first of the languages that the runtime knows; by their code where it knows none. */
export function countryNames(languages: string | readonly string[] = 'en'): (code: string) => string {
  const names = new Intl.DisplayNames([languages, 'en'].flat(), { type: 'region' });
  return (code) => names.of(code) ?? code;
}
