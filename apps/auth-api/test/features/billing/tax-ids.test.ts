import { taxIdCandidates } from '../../../src/integrations/stripe/tax-ids.ts';
import { startStripeEmulator, type StripeEmulator } from '../../support/stripe.ts';

const candidates = (country: string | null, number: string) =>
  taxIdCandidates(country, number).map(({ type, value }) => `${type} ${value}`);

/** Country, type and example. Source: https://docs.stripe.com/billing/customer/tax-ids#supported-tax-id */
const documented = `
  AD ad_nrt A-123456-Z|AE ae_trn 123456789012345|AL al_tin J12345678N|AM am_tin 02538904|AO ao_tin 5123456789
  AR ar_cuit 12-3456789-01|AT eu_vat ATU12345678|AU au_abn 12345678912|AU au_arn 123456789123|AW aw_tin 12345678
  AZ az_tin 0123456789|BA ba_tin 123456789012|BB bb_tin 1123456789012|BD bd_bin 123456789-0123|BE eu_vat BE0123456789
  BF bf_ifu 12345678A|BG bg_uic 123456789|BG eu_vat BG0123456789|BH bh_vat 123456789012345|BJ bj_ifu 1234567890123
  BO bo_tin 123456789|BR br_cnpj 01.234.456/5432-10|BR br_cpf 123.456.789-87|BS bs_tin 123.456.789|BY by_tin 123456789
  CA ca_bn 123456789|CA ca_gst_hst 123456789RT0002|CA ca_pst_bc PST-1234-5678|CA ca_pst_mb 123456-7|CA ca_pst_sk 1234567
  CA ca_qst 1234567890TQ1234|CD cd_nif A0123456M|CH ch_uid CHE-123.456.789 HR|CH ch_vat CHE-123.456.789 MWST
  CL cl_tin 12.345.678-K|CM cm_niu M123456789000L|CN cn_tin 123456789012345678|CO co_nit 123.456.789-0|CR cr_tin 1-234-567890
  CV cv_nif 213456789|CY eu_vat CY12345678Z|CZ eu_vat CZ1234567890|DE de_stn 1234567890|DE eu_vat DE123456789
  DK eu_vat DK12345678|DO do_rcn 123-4567890-1|EC ec_ruc 1234567890001|EE eu_vat EE123456789|EG eg_tin 123456789
  ES es_cif A12345678|ES eu_vat ESA1234567Z|ET et_tin 1234567890|US eu_oss_vat EU123456789|FI eu_vat FI12345678
  FR eu_vat FRAB123456789|GB eu_vat XI123456789|GB gb_vat GB123456789|GE ge_vat 123456789|GN gn_nif 123456789
  GR eu_vat EL123456789|HK hk_br 12345678|HR eu_vat HR12345678912|HR hr_oib 12345678901|HU eu_vat HU12345678
  HU hu_tin 12345678-1-23|ID id_npwp 012.345.678.9-012.345|IE eu_vat IE1234567AB|IL il_vat 000012345
  IN in_gst 12ABCDE3456FGZH|IS is_vat 123456|IT eu_vat IT12345678912|JP jp_cn 1234567891234|JP jp_rn 12345
  JP jp_trn T1234567891234|KE ke_pin P000111111A|KG kg_tin 12345678901234|KH kh_tin 1001-123456789|KR kr_brn 123-45-67890
  KZ kz_bin 123456789012|LA la_tin 123456789-000|LI li_uid CHE123456789|LI li_vat 12345|LT eu_vat LT123456789123
  LU eu_vat LU12345678|LV eu_vat LV12345678912|MA ma_vat 12345678|MD md_vat 1234567|ME me_pib 12345678
  MK mk_vat MK1234567890123|MR mr_nif 12345678|MT eu_vat MT12345678|MX mx_rfc ABC010203AB9|MY my_frp 12345678
  MY my_itn C 1234567890|MY my_sst A12-3456-78912345|NG ng_tin 12345678-0001|NL eu_vat NL123456789B12|NO no_vat 123456789MVA
  NO no_voec 1234567|NP np_pan 123456789|NZ nz_gst 123456789|OM om_vat OM1234567890|PE pe_ruc 12345678901
  PH ph_tin 123456789012|PL eu_vat PL1234567890|PT eu_vat PT123456789|RO eu_vat RO1234567891|RO ro_tin 1234567890123
  RS rs_pib 123456789|RU ru_inn 1234567891|RU ru_kpp 123456789|SA sa_vat 123456789012345|SE eu_vat SE123456789123
  SG sg_gst M12345678X|SG sg_uen 123456789F|SI eu_vat SI12345678|SI si_tin 12345678|SK eu_vat SK1234567891
  SN sn_ninea 12345672A2|SR sr_fin 1234567890|SV sv_nit 1234-567890-123-4|TH th_vat 1234567891234|TJ tj_tin 123456789
  TR tr_tin 0123456789|TW tw_vat 12345678|TZ tz_vat 12345678A|UA ua_vat 123456789|UG ug_tin 1014751879|US us_ein 12-3456789
  UY uy_ruc 123456789012|UZ uz_tin 123456789|UZ uz_vat 123456789012|VE ve_rif A-12345678-9|VN vn_tin 1234567890
  ZA za_vat 4123456789|ZM zm_tin 1004751879|ZW zw_tin 1234567890`
  .split(/[|\n]/)
  .map((entry) => /^(\S+) (\S+) (.+)$/.exec(entry.trim())?.slice(1) ?? [])
  .filter((entry): entry is [string, string, string] => entry.length === 3);

it.each(documented)(
  'in %s, a number like the example of %s in Stripe’s documentation has this type first',
  (...entry) => {
    const [country, type, example] = entry;
    expect(candidates(country, example)[0]).toBe(`${type} ${example}`);
  },
);

it.each([
  ['CA', '123456789 rt 0002', ['ca_gst_hst 123456789RT0002']],
  ['CA', '1234567890 TQ 1234', ['ca_qst 1234567890TQ1234']],
  ['CA', 'PST 1234 5678', ['ca_pst_bc PST-1234-5678']],
  ['CA', '1234567', ['ca_pst_sk 1234567', 'ca_pst_mb 123456-7']],
  ['GB', 'XI 123 4567 89', ['eu_vat XI123456789']],
  ['GB', '123 4567 89', ['gb_vat GB123456789']],
  ['IM', 'GB 123 4567 89', ['gb_vat GB123456789']],
  ['US', 'DE 123 456 789', ['eu_vat DE123456789']],
  ['FR', 'ATU12345678', ['eu_vat ATU12345678']],
  ['AT', 'U1234 5678', ['eu_vat ATU12345678']],
  ['DE', '123456789', ['eu_vat DE123456789']],
  ['DE', '12/345/67890', ['de_stn 1234567890']],
  ['GR', 'GR 123456789', ['eu_vat EL123456789']],
  ['NO', 'NO 123 456 789 mva', ['no_vat 123456789MVA']],
  ['NO', '123 456 789', ['no_vat 123456789MVA']],
  ['AU', '123 456 789 123', ['au_arn 123456789123']],
  ['JP', 'T1234567890123', ['jp_trn T1234567890123']],
  ['JP', '1234567890123', ['jp_cn 1234567890123']],
  ['BR', '12345678987', ['br_cpf 123.456.789-87']],
  ['BR', '01234456543210', ['br_cnpj 01.234.456/5432-10']],
  ['US', '12–3456789', ['us_ein 12-3456789']],
  [null, 'DE123456789', ['eu_vat DE123456789']],
])('in %s, %s is tried as %j', (country, number, expected) => expect(candidates(country, number)).toEqual(expected));

// Since the API version 2026-10-28: https://docs.stripe.com/changelog/endive/2026-10-28/customer-tax-id-types
it.each([
  ['FR', '123 456 789 00012', 'fr_siret 12345678900012'],
  ['FR', '123 456 789', 'fr_siren 123456789'],
  ['AU', '123 456 789', 'au_acn 123456789'],
])('in %s, %s is one of the company’s own numbers: %s', (country, number, expected) =>
  expect(candidates(country, number)[0]).toBe(expected),
);

it('a number in a format that we do not know has the type of its country if there is only one', () => {
  expect(candidates('LK', 'vat 7')).toEqual(['lk_vat VAT 7']);
  expect(candidates('CA', 'vat 7')).toEqual([]);
});

it.each([null, 'AQ', ''])('a number of the country %j has no type', (country) =>
  expect(candidates(country, '123456789')).toEqual([]),
);

describe('the emulator of Stripe', () => {
  let stripe: StripeEmulator;
  let customer: { id: string };
  beforeAll(async () => {
    stripe = await startStripeEmulator();
    customer = await stripe.request<{ id: string }>('POST', '/v1/customers', { email: 'tax@example.com' });
  });
  afterAll(() => stripe.stop());

  const create = (type: string, value: string) =>
    stripe.request<{ value?: string; error?: { code: string } }>('POST', `/v1/customers/${customer.id}/tax_ids`, {
      type,
      value,
    });

  it('accepts each example of Stripe’s documentation', async () => {
    const values = await Promise.all(documented.map(async ([, type, example]) => (await create(type, example)).value));
    expect(values).toEqual(documented.map(([, , example]) => example));
  });

  it.each([
    ['ca_bn', '123456789RT0002'],
    ['gb_vat', 'XI123456789'],
    ['au_abn', '123456789123'],
    ['jp_cn', 'T1234567891234'],
    ['br_cnpj', '123.456.789-87'],
    ['fr_siren', '12345678900012'],
    ['eu_vat', '123456789'],
  ])('refuses as %s the number %s', async (type, value) => {
    expect((await create(type, value)).error?.code).toBe('tax_id_invalid');
  });
});
