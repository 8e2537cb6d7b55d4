import * as z from 'zod/mini';
import { atMost, emptyMeansNull, messages, optionalLine, requiredLine, requiredPersonName } from '../fields.ts';
import { countryCodes } from './countries.ts';

const nameLength = { max: 100 };
const lineLength = { max: 255 };

/** A telephone number: digits and a plus are kept of it. */
const PhoneNumber = z.string(messages.invalid).check(
  z.trim(),
  atMost(100),
  z.regex(/^(?:[+ ()./-]*\d[\d+ ()./-]*)?$/, messages.invalid),
  z.overwrite((text) => text.replace(/[^\d+]/g, '')),
  z.refine((digits: string) => digits.length <= 20, messages.tooLong(20)),
);

const known = new Set(countryCodes);

/** A country by its two-letter code. */
export const Country = z
  .string({ error: (issue) => (issue.input == null ? messages.required : messages.invalid) })
  .check(
    z.trim(),
    atMost(2, messages.invalid),
    z.toUpperCase(),
    z.minLength(1, messages.required),
    z.refine((code) => known.has(code), messages.invalid),
  );

/** What people may change of their billing details. Only what is named changes; the e-mail is the identity provider's. */
export const BillingDetailsEdit = z.object({
  firstName: z.optional(requiredPersonName(nameLength)),
  lastName: z.optional(requiredPersonName(nameLength)),
  companyInformation: z.optional(
    z.object({
      legalName: z.optional(optionalLine(lineLength)),
      legalNumber: z.optional(optionalLine(nameLength)),
      taxIdentificationNumber: z.optional(optionalLine(nameLength)),
      /** Digits and a plus are kept of it, 20 at most; null or empty for none. */
      phoneNumber: z.optional(emptyMeansNull(PhoneNumber)),
    }),
  ),
  billingInformation: z.optional(
    z.object({
      addressLine1: z.optional(requiredLine(lineLength)),
      addressLine2: z.optional(optionalLine(lineLength)),
      zipCode: z.optional(requiredLine({ max: 30 })),
      city: z.optional(requiredLine(lineLength)),
      state: z.optional(optionalLine(lineLength)),
      country: z.optional(Country),
    }),
  ),
});
export type BillingDetailsEdit = z.infer<typeof BillingDetailsEdit>;

/**
 * What the authorities said of a tax number: `unchecked` where they have not been asked or don't answer, `unsupported`
 * where Stripe knows no numbers of that country, so that it is only kept.
 */
export const TaxNumberState = z.enum(['pending', 'verified', 'unverified', 'unchecked', 'unsupported']);
export type TaxNumberState = z.infer<typeof TaxNumberState>;

const text = z.nullable(z.string());

/** A person's billing details; null where nothing was filled in. Source: specification section 3. */
export const BillingDetails = z.object({
  firstName: text,
  lastName: text,
  email: z.string(),
  companyInformation: z.object({
    legalName: text,
    legalNumber: text,
    taxIdentificationNumber: text,
    taxNumberState: z.nullable(TaxNumberState),
    phoneNumber: text,
  }),
  billingInformation: z.object({
    addressLine1: text,
    addressLine2: text,
    zipCode: text,
    city: text,
    state: text,
    country: text,
  }),
  /** Where a browser goes to enter a card; an address of this API, which sends it on. */
  customerCheckoutUrl: z.string(),
  /** Where a browser goes to see invoices; an address of this API, which sends it on. */
  customerPortalUrl: z.string(),
});
export type BillingDetails = z.infer<typeof BillingDetails>;

export const BillingDetailsResult = z.object({ billingDetails: BillingDetails });

/** What Stripe's checkout adds to the address that it returns to. */
export const CheckoutReturn = z.object({
  /** Stripe's id of the checkout that was finished. */
  session_id: z.optional(z.string().check(z.regex(/^cs_[\w-]{1,200}$/))),
});
