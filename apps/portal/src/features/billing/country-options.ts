import { countryCodes, countryNames } from '@portal/contract';
import type { SearchSelectOption } from '@portal/ui';

/** Some systems list names here that are no language tags, such as `en-US@posix`. */
const isTag = (language: string) => /^[a-z]{2,8}(-[a-z\d]{2,8})*$/i.test(language);

const otherNames: Readonly<Record<string, string>> = { GB: 'UK England Scotland Wales', US: 'USA' };

/** The countries by their names in the reader's language, found by their English names and their codes, too. */
export function countryOptions(languages = navigator.languages.filter(isTag)): SearchSelectOption[] {
  const nameOf = countryNames(languages);
  const englishNameOf = countryNames();
  const { compare } = new Intl.Collator(languages);
  return countryCodes
    .map((code) => ({
      value: code,
      label: nameOf(code),
      keywords: [englishNameOf(code), code, otherNames[code]].join(' ').trim(),
    }))
    .sort((one, other) => compare(one.label, other.label));
}
