import * as z from 'zod/mini';
import {
  IsoTimestamp,
  maxLength,
  emptyAsNull,
  validationMessages,
  optionalLine,
  requiredLine,
  requiredName,
} from '../primitives.ts';
import { countryCodes } from './countries.ts';

const nameLength = { max: 100 };
const lineLength = { max: 255 };

/**
 * A phone number. Everything but digits and `+` is removed, and after a country code also `(0)`, which is only dialled within the
 * country. At most 15 digits: ITU-T E.164.
 */
const PhoneNumber = z.string(validationMessages.invalid).check(
  z.trim(),
  maxLength(100),
  z.regex(/^(?:[ (]*\+)?[\d ()./-]*$/, { error: validationMessages.phoneNumber, abort: true }),
  z.overwrite((text) => text.replace(/^([ (]*\+\d{1,3}[ )]*)\(0\)/, '$1').replace(/[^\d+]/g, '')),
  z.regex(/^\+?\d{7,15}$/, validationMessages.phoneDigits),
);

const knownCodes = new Set(countryCodes);

/** A two-letter country code, ISO 3166-1 alpha-2. */
export const Country = z
  .string({ error: (issue) => (issue.input == null ? validationMessages.required : validationMessages.invalid) })
  .check(
    z.trim(),
    maxLength(2, validationMessages.invalid),
    z.toUpperCase(),
    z.minLength(1, validationMessages.required),
    z.refine((code) => knownCodes.has(code), validationMessages.invalid),
  );

/** The editable billing details. Omitted fields stay as they are. The email belongs to the identity provider. */
export const BillingDetailsEdit = z.object({
  firstName: z.optional(requiredName(nameLength)),
  lastName: z.optional(requiredName(nameLength)),
  companyInformation: z.optional(
    z.object({
      legalName: z.optional(optionalLine(lineLength)),
      legalNumber: z.optional(optionalLine(nameLength)),
      taxIdentificationNumber: z.optional(optionalLine(nameLength)),
      /** 7 to 15 digits, with or without a `+` before them. Separators are removed. Null or empty for none. */
      phoneNumber: z.optional(emptyAsNull(PhoneNumber)),
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
 * The verification of a tax number by the authorities. `unchecked`: not requested, or the authorities do not respond.
 * `unsupported`: the number has no format that Stripe knows for that country, so it is only stored and not shown on invoices.
 */
export const TaxNumberState = z.enum(['pending', 'verified', 'unverified', 'unchecked', 'unsupported']);
export type TaxNumberState = z.infer<typeof TaxNumberState>;

const text = z.nullable(z.string());

/** A user's billing details. Empty fields are null. Source: specification section 3. */
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
  /** The URL to enter a card. It is a URL of this API that redirects to Stripe. */
  customerCheckoutUrl: z.string(),
  /** The URL to see invoices. It is a URL of this API that redirects to Stripe. */
  customerPortalUrl: z.string(),
});
export type BillingDetails = z.infer<typeof BillingDetails>;

/** The billing details as they are after the call. */
export const BillingDetailsResult = z.object({ billingDetails: BillingDetails });

/** The parameter that Stripe's checkout adds to the return URL. */
export const CheckoutReturnQuery = z.object({
  /** The id of the completed checkout session at Stripe. */
  session_id: z.optional(z.string().check(z.regex(/^cs_[\w-]{1,200}$/))),
});

/**
 * The state of a subscription. `none`: billing is not set up. `pending`: not set up at Stripe yet, or its first payment was not made.
 * `pastDue`: a payment failed. `paused`: the trial ended without a card, or staff have paused the subscription: then its `collection` is
 * `paused`, too.
 */
export const SubscriptionState = z.enum(['none', 'pending', 'trialing', 'active', 'pastDue', 'paused', 'ended']);
export type SubscriptionState = z.infer<typeof SubscriptionState>;

/**
 * How the invoices of a subscription are paid. `automatic`: the card is charged. `sendInvoice`: Stripe emails each invoice.
 * `paused`: staff have paused the payments, so new invoices are not charged.
 */
export const Collection = z.enum(['automatic', 'sendInvoice', 'paused']);
export type Collection = z.infer<typeof Collection>;

/** What happens if a trial ends without a payment method. `createInvoice`: the subscription continues with an unpaid invoice. */
export const TrialEndBehavior = z.enum(['pause', 'cancel', 'createInvoice']);
export type TrialEndBehavior = z.infer<typeof TrialEndBehavior>;

/** A charge that an action of the user causes. */
const Charge = z.object({
  /** In the smallest unit of the currency. Null if discounts, taxes or a balance change it. */
  amount: z.nullable(z.int()),
  currency: z.string(),
});
export type Charge = z.infer<typeof Charge>;

/** A user's subscription. Source: specification section 3. */
export const ActiveSubscription = z.object({
  /** The lookup key of the plan's price at Stripe. */
  planCode: z.nullable(z.string()),
  isTrial: z.boolean(),
  /** True if the plan costs money in the current period. */
  exceededFreeTier: z.boolean(),
  /** When the trial or the cancelled plan ends or ended. */
  endingAt: z.nullable(IsoTimestamp),
  state: SubscriptionState,
  collection: Collection,
  /** When paused payments resume. Null also if that is open. */
  collectionResumesAt: z.nullable(IsoTimestamp),
  trialEndBehavior: TrialEndBehavior,
  /** What is charged as soon as a card is added, because that resumes the subscription. Null unless it waits for a card. */
  chargedOnResume: z.nullable(Charge),
  /** What is charged at once if the user starts the ended subscription again. Null if only support can do that. */
  chargedOnRestart: z.nullable(Charge),
});
export type ActiveSubscription = z.infer<typeof ActiveSubscription>;

/** The subscription, as the API last read it from Stripe. */
export const ActiveSubscriptionResult = z.object({ activeSubscription: ActiveSubscription });

/** Whether the user can be charged. */
export const PaymentDetailsResult = z.object({
  /** Whether a payment method is on file. */
  paymentDetailsSet: z.boolean(),
});
