import type { Price } from './billing-overview.schemas.ts';

/** Currencies whose amounts at Stripe have no decimals, or three. All others have two. Source: Stripe, "Supported currencies". */
const withoutDecimals = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const withThreeDecimals = 'bhd jod kwd omr tnd'.split(' ');

const decimalsOf = (currency: string) =>
  withoutDecimals.includes(currency) ? 0 : withThreeDecimals.includes(currency) ? 3 : 2;

/** Formats an amount in the smallest unit of its currency, such as `$49.00`. */
export function formatAmount(amount: number, currency: string, language = 'en-US'): string {
  const value = amount / 10 ** decimalsOf(currency.toLowerCase());
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(value);
}

/** Formats a price, such as `$49.00 per month` or `$120.00 every 3 months`. */
export function formatPrice({ amount, currency, interval, intervalCount }: Price, language = 'en-US'): string {
  const period = intervalCount === 1 ? `per ${interval}` : `every ${intervalCount} ${interval}s`;
  return `${formatAmount(amount, currency, language)} ${period}`;
}

const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** The name of a card brand of Stripe. */
export const cardBrandName = (brand: string) => brandNames[brand] ?? 'Card';
