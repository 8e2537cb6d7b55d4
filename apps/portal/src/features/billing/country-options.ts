import { countryCodes, countryNames } from '@portal/contract';
import type { ComboboxOption } from '@portal/ui';

/** Some systems list invalid language tags in `navigator.languages`, such as `en-US@posix`. */
const isLanguageTag = (language: string) => /^[a-z]{2,8}(-[a-z\d]{2,8})*$/i.test(language);

const extraKeywords: Readonly<Record<string, string>> = { GB: 'UK England Scotland Wales', US: 'USA' };

/** The countries with their names in the user's language. They can also be found by English name and code. */
export function countryOptions(languages = navigator.languages.filter(isLanguageTag)): ComboboxOption[] {
  const nameOf = countryNames(languages);
  const englishNameOf = countryNames();
  const { compare } = new Intl.Collator(languages);
  return countryCodes
    .map((code) => ({
      value: code,
      label: nameOf(code),
      keywords: [englishNameOf(code), code, extraKeywords[code]].join(' ').trim(),
    }))
    .sort((a, b) => compare(a.label, b.label));
}
