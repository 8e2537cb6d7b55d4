const digitsOnly: Readonly<Record<number, string>> = {
  5: 'jp_rn li_vat',
  7: 'ca_pst_sk md_vat no_voec',
  8: 'am_tin aw_tin hk_br ma_vat me_pib mr_nif my_frp si_tin tw_vat',
  9: 'au_acn au_wpn bg_uic by_tin ca_bn cv_nif eg_tin fr_siren ge_vat gn_nif il_vat mz_nuit np_pan pt_nif rs_pib ru_kpp tj_tin uz_tin',
  10: 'ao_tin az_tin et_tin pl_nip sr_fin ug_tin za_vat zm_tin zw_tin',
  11: 'au_abn hr_oib pe_ruc',
  12: 'au_arn ba_tin kz_bin uy_ruc uz_vat',
  13: 'bb_tin bj_ifu ec_ruc fr_spi jp_cn md_cf nz_bn ro_tin th_vat',
  14: 'fr_siret kg_tin',
  15: 'ae_trn bh_vat sa_vat',
};

const euVat =
  'ATU\\d{8} BE\\d{10} BG\\d{9,10} CY\\d{8}[A-Z] CZ\\d{8,10} DE\\d{9} DK\\d{8} EE\\d{9} EL\\d{9} ES[A-Z\\d]\\d{7}[A-Z\\d] ' +
  'FI\\d{8} FR[A-Z\\d]{2}\\d{9} HR\\d{11} HU\\d{8} IE(\\d[A-Z\\d]\\d{5}[A-Z]|\\d{7}[A-Z]{2}) IT\\d{11} LT(\\d{9}|\\d{12}) ' +
  'LU\\d{8} LV\\d{11} MT\\d{8} NL\\d{9}B\\d{2} PL\\d{10} PT\\d{9} RO\\d{2,10} SE\\d{12} SI\\d{8} SK\\d{10} XI(\\d{9}|\\d{12})';

/** Stripe accepts these types and documents no format yet. */
const undocumented = 'bw_vat ci_vat cz_dic fo_vat gh_tin gi_tin ic_nif lk_vat mu_vat py_ruc sm_coe tt_bir tt_vat';

/**
 * The tax id types of Stripe with the format of each. Source: the examples at https://docs.stripe.com/billing/customer/tax-ids#supported-tax-id,
 * and for EU VAT numbers the European Commission's VIES, which verifies them.
 */
export const taxIdFormats: Readonly<Record<string, RegExp>> = {
  ad_nrt: /^[A-Z]-\d{6}-[A-Z]$/,
  al_tin: /^[A-Z]\d{8}[A-Z]$/,
  ar_cuit: /^\d{2}-(\d{8}-\d|\d{7}-\d{2})$/,
  bd_bin: /^\d{9}-\d{4}$/,
  bf_ifu: /^\d{8}[A-Z]$/,
  bo_tin: /^\d{9,10}$/,
  br_cnpj: /^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$/,
  br_cpf: /^\d{3}\.\d{3}\.\d{3}-\d{2}$/,
  bs_tin: /^\d{3}\.\d{3}\.\d{3}$/,
  ca_gst_hst: /^\d{9}RT\d{4}$/,
  ca_pst_bc: /^PST-\d{4}-\d{4}$/,
  ca_pst_mb: /^\d{6}-\d$/,
  ca_qst: /^\d{10}TQ\d{4}$/,
  cd_nif: /^[A-Z]\d{7}[A-Z]$/,
  ch_uid: /^CHE-\d{3}\.\d{3}\.\d{3}( HR)?$/,
  ch_vat: /^CHE-\d{3}\.\d{3}\.\d{3} (MWST|TVA|IVA)$/,
  cl_tin: /^\d{1,2}\.\d{3}\.\d{3}-[\dK]$/,
  cm_niu: /^[A-Z]\d{12}[A-Z]$/,
  cn_tin: /^([A-Z\d]{15}|[A-Z\d]{18})$/,
  co_nit: /^\d{3}\.\d{3}\.\d{3}-\d$/,
  cr_tin: /^\d-\d{3}-\d{6}$/,
  de_stn: /^\d{10,13}$/,
  do_rcn: /^(\d{3}-\d{7}-\d|\d{9})$/,
  es_cif: /^[A-Z]\d{7}[A-Z\d]$|^\d{8}[A-Z]$/,
  eu_oss_vat: /^EU\d{9}$/,
  gb_vat: /^GB(\d{9}(\d{3})?|(GD|HA)\d{3})$/,
  hu_tin: /^\d{8}-\d-\d{2}$/,
  id_npwp: /^\d{2,3}\.\d{3}\.\d{3}\.\d-\d{3}\.\d{3}$/,
  in_gst: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]{3}$/,
  is_kt: /^\d{6}-\d{4}$/,
  is_vat: /^\d{5,6}$/,
  it_cf: /^[A-Z]{6}[A-Z\d]{2}[A-Z][A-Z\d]{2}[A-Z][A-Z\d]{3}[A-Z]$/,
  jp_trn: /^T\d{13}$/,
  ke_pin: /^[A-Z]\d{9}[A-Z]$/,
  kh_tin: /^\d{4}-\d{9}$/,
  kr_brn: /^\d{3}-\d{2}-\d{5}$/,
  la_tin: /^\d{9}-\d{3}$/,
  li_uid: /^CHE\d{9}$/,
  mk_vat: /^MK\d{13}$/,
  mx_rfc: /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/,
  my_itn: /^[A-Z]{1,2} \d{10,11}$/,
  my_sst: /^[A-Z]\d{2}-\d{4}-\d{8}$/,
  ng_tin: /^\d{8}-\d{4}$/,
  no_vat: /^\d{9}MVA$/,
  nz_gst: /^\d{8,9}$/,
  om_vat: /^OM\d{10}$/,
  ph_tin: /^(\d{9}|\d{12})$/,
  ru_inn: /^(\d{10}|\d{12})$/,
  sg_gst: /^[A-Z](\d{8}|\d-\d{7}-\d)[A-Z]?$/,
  sg_uen: /^(\d{8,9}[A-Z]|[A-Z]\d{2}[A-Z]{2}\d{4}[A-Z])$/,
  sn_ninea: /^(\d{7}|\d{9}|\d{8}[A-Z]\d)$/,
  sv_nit: /^\d{4}-\d{6}-\d{3}-\d$/,
  tr_tin: /^\d{10,11}$/,
  tz_vat: /^\d{8}[A-Z]$/,
  ua_vat: /^(\d{9}|\d{10}|\d{12})$/,
  us_ein: /^\d{2}-\d{7}$/,
  ve_rif: /^[A-Z]-\d{8}-\d$/,
  vn_tin: /^\d{10}(-\d{3})?$/,
  eu_vat: new RegExp(`^(${euVat.replaceAll(' ', '|')})$`),
  ...Object.fromEntries(
    Object.entries(digitsOnly).flatMap(([count, types]) =>
      types.split(' ').map((type) => [type, new RegExp(`^\\d{${count}}$`)]),
    ),
  ),
  ...Object.fromEntries(undocumented.split(' ').map((type) => [type, /^(?=.*\d)[A-Z\d ./-]{5,30}$/])),
};
