import {
  BillingDetailsEdit,
  cardBrandName,
  Country,
  countryCodes,
  countryNames,
  formatAmount,
  formatPrice,
  formatUtcDate,
  planName,
  subscriptionNotice,
  tierLabel,
  trialEndLabel,
  validationMessages,
} from '../src/index.ts';

const plain = { planCode: 'monthly', isTrial: false, exceededFreeTier: false };

// @covers 4.subscription-tier.1 4.subscription-tier.2 4.subscription-tier.3 4.subscription-tier.4
describe('[4.subscription-tier] the tier label', () => {
  it.each([
    ['SI INTERNAL', { ...plain, planCode: 'si_internal', isTrial: true }],
    ['30-DAY FREE TRIAL', { ...plain, isTrial: true, exceededFreeTier: true }],
    ['MONTHLY SUBSCRIPTION', { ...plain, exceededFreeTier: true }],
    ['MONTHLY SUBSCRIPTION', { ...plain, exceededFreeTier: true, state: 'pastDue' }],
    ['FREE SUBSCRIPTION', plain],
    ['FREE SUBSCRIPTION', { ...plain, planCode: null, state: 'none' }],
    ['FREE SUBSCRIPTION', { ...plain, planCode: null, state: 'pending' }],
    ['FREE SUBSCRIPTION', { ...plain, state: 'paused' }],
    ['FREE SUBSCRIPTION', { ...plain, state: 'ended' }],
    ['SI INTERNAL', { ...plain, planCode: 'si_internal', state: 'pastDue' }],
  ] as const)('is %s', (label, subscription) => expect(tierLabel(subscription)).toBe(label));

  it('shows the end date of a trial', () => {
    const trial = { ...plain, isTrial: true, endingAt: '2026-12-21T10:00:00.000Z', state: 'trialing' } as const;
    expect(trialEndLabel(trial, formatUtcDate)).toBe('Ends end of day December 21, 2026');
    expect(trialEndLabel({ ...trial, isTrial: false }, formatUtcDate)).toBeNull();
  });

  it('shows no trial end for SI INTERNAL', () => {
    const trial = { planCode: 'si_internal', isTrial: true, endingAt: '2026-12-21T10:00:00.000Z' };
    expect(trialEndLabel(trial, formatUtcDate)).toBeNull();
  });

  it.each([
    [4_900, 'we will charge $49.00 at once.'],
    [null, 'we will charge the first period at once.'],
  ])('says that a card resumes a paused subscription with an amount of %j', (amount, text) => {
    const chargedOnResume = { amount, currency: 'usd' };
    const paused = { state: 'paused', collection: 'automatic', chargedOnResume, chargedOnRestart: null } as const;
    expect(subscriptionNotice(paused)).toContain(text);
  });

  it.each([
    ['pastDue', 'Your last payment failed. Check your payment details, then pay the open invoice.'],
    ['active', null],
    ['trialing', null],
    ['none', null],
  ] as const)('for the state %s has the notice %s', (state, notice) =>
    expect(subscriptionNotice({ state, collection: 'automatic', chargedOnResume: null, chargedOnRestart: null })).toBe(
      notice,
    ),
  );
});

it.each([
  ['monthly', 'Monthly'],
  ['si_internal', 'SI internal'],
  ['pro_2027', 'pro_2027'],
])('the plan %s is named %s', (planCode, name) => expect(planName(planCode)).toBe(name));

// @covers 9.27
describe('[2.billing-page.3] countries', () => {
  it('are the 249 of ISO 3166', () => expect(countryCodes).toHaveLength(249));

  it('are named in English or in the requested language', () => {
    expect(countryNames()('DE')).toBe('Germany');
    expect(countryNames('de')('DE')).toBe('Deutschland');
  });

  it('are accepted in any case', () => {
    expect(Country.parse(' gb ')).toBe('GB');
    expect(Country.safeParse('XX').success).toBe(false);
  });
});

describe('[5.billing.1] billing details', () => {
  it('accept any subset of fields, but no empty required field', () => {
    expect(BillingDetailsEdit.parse({ email: 'x@example.com', requestUlid: 'x' })).toEqual({});
    const empty = { firstName: '', billingInformation: { zipCode: ' ', country: '' } };
    const issues = BillingDetailsEdit.safeParse(empty).error?.issues.map(({ path, message }) => [
      path.join('.'),
      message,
    ]);
    expect(issues?.slice(0, 2)).toEqual([
      ['firstName', 'This field is required'],
      ['billingInformation.zipCode', 'This field is required'],
    ]);
    expect(issues?.map(([path]) => path)).toContain('billingInformation.country');
  });

  it.each([
    ['+++', validationMessages.phoneNumber],
    ['++49 30 123456', validationMessages.phoneNumber],
    ['49 30 +123456', validationMessages.phoneNumber],
    ['+49 30 123456 ext 5', validationMessages.phoneNumber],
    ['()', validationMessages.phoneDigits],
    ['- -', validationMessages.phoneDigits],
    ['123', validationMessages.phoneDigits],
    ['+49 30 12', validationMessages.phoneDigits],
    ['+49 30 1234567890 12', validationMessages.phoneDigits],
  ])('reject the phone number %s with one message', (phoneNumber, message) =>
    expect(
      BillingDetailsEdit.safeParse({ companyInformation: { phoneNumber } }).error?.issues.map((issue) => issue.message),
    ).toEqual([message]),
  );

  it.each([
    ['020 7946-0', '02079460'],
    ['1234567', '1234567'],
    ['(+44) 20/7946.0000', '+442079460000'],
    ['+44 (0)20 7946 0000', '+442079460000'],
    ['(+44)(0)20 7946 0000', '+442079460000'],
    ['(0)20 7946 0000', '02079460000'],
    ['+49 30 (0)12 3456', '+49300123456'],
    ['+123 456 789 012 345', '+123456789012345'],
    [' ', null],
  ])('accept the phone number %j', (written, phoneNumber) =>
    expect(BillingDetailsEdit.parse({ companyInformation: { phoneNumber: written } })).toEqual({
      companyInformation: { phoneNumber },
    }),
  );

  it('reduce a phone number to its digits and its plus', () =>
    expect(BillingDetailsEdit.parse({ companyInformation: { phoneNumber: '+49 (30) 12-34' } })).toEqual({
      companyInformation: { phoneNumber: '+49301234' },
    }));

  it('reject a name that is a URL', () =>
    expect(BillingDetailsEdit.safeParse({ lastName: 'www.example.com' }).success).toBe(false));
});

describe('amounts', () => {
  it.each([
    [4_900, 'usd', '$49.00'],
    [0, 'usd', '$0.00'],
    [4_905, 'eur', '€49.05'],
    [4_900, 'jpy', '¥4,900'],
    [49_000, 'isk', 'ISK 490'],
    [4_900, 'kwd', 'KWD 4.900'],
  ])('of %j in the smallest unit of %s are %s', (amount, currency, text) =>
    expect(formatAmount(amount, currency).replace('\u00A0', ' ')).toBe(text),
  );

  it('are formatted in other languages', () =>
    expect(formatAmount(4_900, 'eur', 'de-DE').replace('\u00A0', ' ')).toBe('49,00 €'));

  it.each([
    [{ interval: 'month', intervalCount: 1 }, '$49.00 per month'],
    [{ interval: 'year', intervalCount: 1 }, '$49.00 per year'],
    [{ interval: 'month', intervalCount: 3 }, '$49.00 every 3 months'],
  ] as const)('of a price name its period: %j', (period, text) =>
    expect(formatPrice({ amount: 4_900, currency: 'usd', ...period })).toBe(text),
  );
});

it('card brands have their names', () => {
  expect(['visa', 'amex', 'unknown'].map(cardBrandName)).toEqual(['Visa', 'American Express', 'Card']);
});

describe('a company name and an address', () => {
  const save = (text: string) =>
    BillingDetailsEdit.parse({
      companyInformation: { legalName: text, legalNumber: text },
      billingInformation: { addressLine1: text, city: text },
    });
  // Names of real companies, and the other printable characters of ASCII and typography.
  it.each([
    'ООО «Ромашка»',
    'Yahoo! Inc.',
    'Müller & Söhne “Nord” GmbH; Büro № 5',
    '3% Club, Toys"R"Us',
    'a~b`c^d*e=f|g\\h?i{j}k[l]m$n_o<p>q',
    '„Žalgiris“ – §7 · €uro™ • 1½ ° ¿sí?',
    'Bar ❤️',
  ])('can contain %j', (text) =>
    expect(save(text)).toEqual({
      companyInformation: { legalName: text, legalNumber: text },
      billingInformation: { addressLine1: text, city: text },
    }),
  );
  it.each([
    ['Acme\u200B', validationMessages.hiddenCharacters],
    ['Ac\u202Eme', validationMessages.hiddenCharacters],
    ['Acme\nGmbH', validationMessages.controlCharacters],
  ])('cannot contain what is invisible: %j', (legalName, message) => {
    const result = BillingDetailsEdit.safeParse({ companyInformation: { legalName } });
    expect(result.error?.issues[0]?.message).toBe(message);
  });
});
