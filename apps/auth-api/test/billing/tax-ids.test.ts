import { toTaxId } from '../../src/integrations/stripe/tax-ids.ts';

/** Source: Stripe, "Supported tax ID types". */
const countriesWithTaxIds = [
  'AD AE AL AM AO AR AU AW AZ BA BB BD BF BG BH BJ BO BR BS BW BY CA CD CH CI CL CM CN CO CR CV CZ DE DO EC EG ES ET FO FR',
  'GB GE GH GI GN HK HR HU ID IL IN IS IT JP KE KG KH KR KZ LA LI LK MA MD ME MK MR MU MX MY MZ NG NO NP NZ OM PE PH PL PT',
  'PY RO RS RU SA SG SI SM SN SR SV TH TJ TR TT TW TZ UA UG US UY UZ VE VN ZA ZM ZW',
].flatMap((line) => line.split(' '));

const euCountries = 'AT BE BG CY CZ DE DK EE ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

it('a number of each country has a type of this country', () => {
  const types = countriesWithTaxIds.map((country) => toTaxId(country, '1 2')?.type.slice(0, 3));
  expect(types).toEqual(countriesWithTaxIds.map((country) => `${country.toLowerCase()}_`));
});

it('a VAT number of each EU country has the type of the EU, without separators', () => {
  for (const country of euCountries) {
    expect(toTaxId(country, `${country.toLowerCase()} 12.34-5`)).toEqual({ type: 'eu_vat', value: `${country}12345` });
  }
  expect(toTaxId('GR', 'EL 123')).toEqual({ type: 'eu_vat', value: 'EL123' });
});

it.each([
  ['DE', '12/345/67890', { type: 'de_stn', value: '12/345/67890' }],
  ['AT', 'U12345678', { type: 'eu_vat', value: 'U12345678' }],
  ['GR', 'GR 123', { type: 'eu_vat', value: 'GR123' }],
  ['GB', 'gb 12-3', { type: 'gb_vat', value: 'GB123' }],
  ['US', 'us 12-3', { type: 'us_ein', value: 'us 12-3' }],
  ['CH', 'CHE-1.2 mwst', { type: 'ch_vat', value: 'CHE-1.2 mwst' }],
])('in %s, %s is %j', (country, number, expected) => expect(toTaxId(country, number)).toEqual(expected));

it.each([null, 'AQ', ''])('a number of the country %j has no type', (country) =>
  expect(toTaxId(country, 'DE123')).toBeNull(),
);
