/** Stripe's test cards that are declined, with the message. */
const declineMessages: Readonly<Record<string, string>> = {
  '4000000000000002': 'Your card was declined.',
  '4000000000000069': 'Your card has expired.',
  '4000000000009995': 'Your card has insufficient funds.',
};

/** The last digits of the test card that can be attached, but not charged. */
const unchargeableLast4 = '0341';

export const testCards = [
  { number: '4242 4242 4242 4242', outcome: 'Accepted, can be charged' },
  { number: '4000 0000 0000 0341', outcome: 'Accepted, but every charge fails' },
  { number: '4000 0000 0000 0002', outcome: 'Declined' },
  { number: '4000 0000 0000 0069', outcome: 'Expired' },
];

export interface Card {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
}

export type CardForm = Readonly<Partial<Record<'number' | 'expiry' | 'cvc', string>>>;

/** Parses a card form. Returns an error per field if the card is invalid or declined. */
export function readCard(form: CardForm, now: Date): { readonly card: Card } | { readonly errors: CardForm } {
  const number = (form.number ?? '').replace(/[\s-]/g, '');
  const expiry = readExpiry(form.expiry ?? '', now);
  const errors: CardForm = {
    ...(!(/^\d{13,19}$/.test(number) && hasCheckDigit(number)) && { number: 'Your card number is invalid.' }),
    ...(typeof expiry === 'string' && { expiry }),
    ...(!/^\d{3,4}$/.test((form.cvc ?? '').trim()) && { cvc: 'Your card’s security code is incomplete.' }),
  };
  if (typeof expiry === 'string' || Object.keys(errors).length > 0) return { errors };
  const declined = declineMessages[number];
  return declined === undefined ? { card: { number, ...expiry } } : { errors: { number: declined } };
}

function readExpiry(text: string, now: Date): Omit<Card, 'number'> | string {
  const [, month, year] = /^(\d{1,2})\s*\/?\s*(\d{2})$/.exec(text.trim()) ?? [];
  if (month === undefined || Number(month) < 1 || Number(month) > 12)
    return 'Your card’s expiration date is incomplete.';
  const [expMonth, expYear] = [Number(month), 2000 + Number(year)];
  return new Date(Date.UTC(expYear, expMonth, 1)) <= now
    ? 'Your card’s expiration date is in the past.'
    : { expMonth, expYear };
}

/** Whether charging the card succeeds. */
export const canBeCharged = (last4: string | undefined) => last4 !== undefined && last4 !== unchargeableLast4;

/** The Luhn check digit. */
function hasCheckDigit(number: string): boolean {
  const digits = Array.from(number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
