import type Stripe from 'stripe';

type TaxType = Stripe.TaxIdCreateParams.Type;

/** The usual tax id type of each country that Stripe supports. Types start with the country code. */
const national = [
  ...(['ad_nrt', 'ae_trn', 'al_tin', 'am_tin', 'ao_tin', 'ar_cuit', 'au_abn', 'aw_tin', 'az_tin', 'ba_tin'] as const),
  ...(['bb_tin', 'bd_bin', 'bf_ifu', 'bg_uic', 'bh_vat', 'bj_ifu', 'bo_tin', 'br_cnpj', 'bs_tin', 'bw_vat'] as const),
  ...(['by_tin', 'ca_bn', 'cd_nif', 'ch_vat', 'ci_vat', 'cl_tin', 'cm_niu', 'cn_tin', 'co_nit', 'cr_tin'] as const),
  ...(['cv_nif', 'cz_dic', 'de_stn', 'do_rcn', 'ec_ruc', 'eg_tin', 'es_cif', 'et_tin', 'fo_vat', 'fr_siren'] as const),
  ...(['gb_vat', 'ge_vat', 'gh_tin', 'gi_tin', 'gn_nif', 'hk_br', 'hr_oib', 'hu_tin', 'id_npwp', 'il_vat'] as const),
  ...(['in_gst', 'is_vat', 'it_cf', 'jp_cn', 'ke_pin', 'kg_tin', 'kh_tin', 'kr_brn', 'kz_bin', 'la_tin'] as const),
  ...(['li_vat', 'lk_vat', 'ma_vat', 'md_vat', 'me_pib', 'mk_vat', 'mr_nif', 'mu_vat', 'mx_rfc', 'my_sst'] as const),
  ...(['mz_nuit', 'ng_tin', 'no_vat', 'np_pan', 'nz_gst', 'om_vat', 'pe_ruc', 'ph_tin', 'pl_nip', 'pt_nif'] as const),
  ...(['py_ruc', 'ro_tin', 'rs_pib', 'ru_inn', 'sa_vat', 'sg_gst', 'si_tin', 'sm_coe', 'sn_ninea', 'sr_fin'] as const),
  ...(['sv_nit', 'th_vat', 'tj_tin', 'tr_tin', 'tt_bir', 'tw_vat', 'tz_vat', 'ua_vat', 'ug_tin', 'us_ein'] as const),
  ...(['uy_ruc', 'uz_tin', 've_rif', 'vn_tin', 'za_vat', 'zm_tin', 'zw_tin'] as const),
] satisfies TaxType[];

const byCountry = new Map<string, TaxType>(national.map((type) => [type.slice(0, 2).toUpperCase(), type]));

const euCountries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** An EU VAT number starts with the country code. Greece's starts with EL, but its numbers have no other type. */
const isEuVat = (country: string, value: string) => euCountries.includes(country) && value.startsWith(country);

/** People write these in groups of digits; Stripe accepts them only without separators. */
const withoutSeparators: readonly TaxType[] = ['eu_vat', 'gb_vat'];

/** Returns a tax number in the form that Stripe accepts; null for a country that Stripe does not support. */
export function toTaxId(country: string | null, number: string): { type: TaxType; value: string } | null {
  if (country === null) return null;
  const joined = number.toUpperCase().replace(/[\s.-]/g, '');
  const national = byCountry.get(country) ?? (euCountries.includes(country) ? 'eu_vat' : null);
  const type = isEuVat(country, joined) ? 'eu_vat' : national;
  return type && { type, value: withoutSeparators.includes(type) ? joined : number };
}
