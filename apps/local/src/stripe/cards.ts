/** Numbers that Stripe has for tests, with what comes of them. */
const refusedCards: Readonly<Record<string, string>> = {
  '4000000000000002': 'Your card was declined.',
  '4000000000000069': 'Your card has expired.',
  '4000000000009995': 'Your card has insufficient funds.',
};

/** The last digits of the card that can be kept, but never charged. */
const neverCharged = '0341';

export const testCards = [
  { number: '4242 4242 4242 4242', what: 'is accepted and can be charged' },
  { number: '4000 0000 0000 0341', what: 'is accepted, every charge fails' },
  { number: '4000 0000 0000 0002', what: 'is declined' },
  { number: '4000 0000 0000 0069', what: 'has expired' },
];

export interface Card {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** A card as somebody typed it, or the sentence that tells what is wrong with it. */
export function readCard(given: Record<string, string | undefined>, now: Date): Card | string {
  const number = (given['number'] ?? '').replace(/[\s-]/g, '');
  const [, month, year] = /^(\d{1,2})\s*\/\s*(\d{2})$/.exec((given['expiry'] ?? '').trim()) ?? [];
  if (!/^\d{13,19}$/.test(number) || !hasCheckDigit(number)) return 'Your card number is invalid.';
  if (month === undefined || Number(month) < 1 || Number(month) > 12)
    return 'Your card’s expiration date is incomplete.';
  const [expMonth, expYear] = [Number(month), 2000 + Number(year)];
  if (new Date(Date.UTC(expYear, expMonth, 1)) <= now) return 'Your card’s expiration date is in the past.';
  if (!/^\d{3,4}$/.test((given['cvc'] ?? '').trim())) return 'Your card’s security code is incomplete.';
  return refusedCards[number] ?? { number, expMonth, expYear };
}

/** Whether a charge of the card goes through. */
export const canBeCharged = (last4: string | undefined) => last4 !== undefined && last4 !== neverCharged;

/** The Luhn check digit. */
function hasCheckDigit(number: string): boolean {
  const digits = Array.from(number).reverse();
  const sum = digits.reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
