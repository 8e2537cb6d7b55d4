import { nationalFormats, vatFormats, type NewTaxId, type TaxIdFormat } from './tax-id-formats.ts';

/**
 * Returns what a tax number can be at Stripe, in the order in which to try it, each in the form that Stripe documents. Empty if it
 * fits no format. A number with the prefix of another country counts as one of that country.
 */
export function taxIdCandidates(country: string | null, number: string): NewTaxId[] {
  const typed = number.trim().toUpperCase();
  const national = country === null ? [] : formatsOf(country);
  const matches = [
    ...national.flatMap((format) => match(format, typed)),
    // A country code before a number that has none in Stripe's form, such as `NO 123456789 MVA` or the `GR` of a Greek number.
    ...(country !== null && typed.startsWith(country)
      ? national.flatMap((format) => match(format, typed.slice(country.length).trim()))
      : []),
    ...vatFormats.map(withPrefix).flatMap((format) => match(format, typed)),
  ];
  const ordered = [...matches.filter(({ value }) => value === typed), ...matches];
  const distinct = ordered.filter(
    ({ type, value }, index) => ordered.findIndex((each) => each.type === type && each.value === value) === index,
  );
  const [only, ...others] = typesOf(national);
  return distinct.length === 0 && only && others.length === 0 ? [{ type: only, value: typed }] : distinct;
}

const formatsOf = (country: string): TaxIdFormat[] => [
  ...nationalFormats.filter(({ type }) => type.startsWith(`${country.toLowerCase()}_`)),
  ...vatFormats.filter((format) => format.country === country),
];

const withPrefix = (format: TaxIdFormat): TaxIdFormat => ({ ...format, mask: format.mask.replace(/[()]/g, '') });

/** The types that a country's numbers can have. */
const typesOf = (formats: readonly TaxIdFormat[]) => [...new Set(formats.map(({ type }) => type))];

const slots: Readonly<Record<string, string>> = { '#': String.raw`(\d)`, '@': '([A-ZÑ&])', '*': String.raw`([A-Z\d])` };

/** What people write between the groups of a number. */
const separators = String.raw`[\s./‐‑–-]*`;

/** Returns the number in the form of the mask; empty if it does not fit. */
function match({ type, mask }: TaxIdFormat, typed: string): NewTaxId[] {
  const tokens = mask.match(/\([A-Z]+\)|[A-Z\d#@*]/g) ?? [];
  const pattern = tokens.map((token) => slots[token] ?? token.replace(/^\((.*)\)$/, '(?:$1)?'));
  const found = new RegExp(`^${pattern.join(separators)}$`).exec(typed);
  if (!found) return [];
  const characters = found.slice(1);
  const value = mask.replace(/[()]/g, '').replace(/[#@*]/g, () => characters.shift() ?? '');
  return [{ type, value }];
}
