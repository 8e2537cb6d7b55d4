import { iso31661Alpha2ToAlpha3 } from 'iso-3166';

/** The two-letter codes of ISO 3166-1. Source: specification section 9, "Country list". */
export const countryCodes: readonly string[] = Object.keys(iso31661Alpha2ToAlpha3);

/** A country's name in the first of the languages that the runtime knows; the code where it knows none. */
export const countryName = (code: string, languages: string | readonly string[] = 'en') =>
  new Intl.DisplayNames([languages, 'en'].flat(), { type: 'region' }).of(code) ?? code;
