import { countryCodes, countryNames } from '@portal/contract';
import type { ComboboxOption } from '@portal/ui';
import { iso31661 } from 'iso-3166';

/** The three-letter code and the name that ISO 3166-1 has for each country. */
const standardNames = new Map(iso31661.map(({ alpha2, alpha3, name }) => [alpha2, [alpha3, name]]));

/** Some systems list invalid language tags in `navigator.languages`, such as `en-US@posix`. */
const isLanguageTag = (language: string) => /^[a-z]{2,8}(-[a-z\d]{2,8})*$/i.test(language);

/** Names that other systems use, such as password managers. The standard's own names and three-letter codes are known, too. */
const extraKeywords: Readonly<Record<string, readonly string[]>> = {
  CD: ['DR Congo'],
  CI: ['Ivory Coast'],
  CV: ['Cape Verde'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'England', 'Scotland', 'Wales'],
  KR: ['Republic of Korea'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  NL: ['The Netherlands', 'Holland'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey'],
  VA: ['Holy See'],
};

const userLanguages = () => navigator.languages.filter(isLanguageTag);

/** The name of a country in the user's language. */
export const countryName = (code: string) => countryNames(userLanguages())(code);

/** The countries with their names in the user's language. They can also be found by English name and code. */
export function countryOptions(languages = userLanguages()): ComboboxOption[] {
  const nameOf = countryNames(languages);
  const englishNameOf = countryNames();
  const { compare } = new Intl.Collator(languages);
  return countryCodes
    .map((code) => ({
      value: code,
      label: nameOf(code),
      keywords: [englishNameOf(code), code, ...(standardNames.get(code) ?? []), ...(extraKeywords[code] ?? [])],
    }))
    .sort((a, b) => compare(a.label, b.label));
}
