import type { Collection, InvoiceStatus, TaxNumberState } from '@portal/contract';
import { AppError } from '../../platform/errors/app-error.ts';

/** Billing details at Stripe; null for an empty field. */
export interface BillingFields {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly legalName: string | null;
  readonly legalNumber: string | null;
  readonly taxNumber: string | null;
  readonly phoneNumber: string | null;
  readonly addressLine1: string | null;
  readonly addressLine2: string | null;
  readonly zipCode: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: string | null;
}

/** An invoice as the database mirrors it. */
export interface MirroredInvoice {
  readonly id: string;
  /** At the time of the invoice. The account can have another one now. */
  readonly customerId: string;
  readonly number: string | null;
  readonly createdAt: Date;
  /** What is invoiced; null if that is not a period. */
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  /** In the smallest unit of the currency. Negative if it is credited. */
  readonly total: bigint;
  /** What is left to pay. */
  readonly amountRemaining: bigint;
  readonly currency: string;
  readonly status: InvoiceStatus;
  /** Null if the card is charged at once. */
  readonly dueAt: Date | null;
  /** When Stripe charges the card again after a failed attempt. Null if it does not. */
  readonly nextAttemptAt: Date | null;
  readonly paidAt: Date | null;
}

/** Which invoices to read with a customer, besides the newest. */
export interface InvoicesToRead {
  /** Whether to read all of them, up to a limit. */
  readonly all: boolean;
  /** The ids of those that can still change. */
  readonly unsettled: readonly string[];
}

/** The fields of a customer that the database mirrors. */
export interface MirroredCustomer extends BillingFields {
  readonly email: string;
  readonly taxNumberState: TaxNumberState | null;
  readonly hasPaymentMethod: boolean;
  readonly subscriptionId: string | null;
  /** Stripe's `status`. */
  readonly subscriptionStatus: string | null;
  readonly planCode: string | null;
  readonly currency: string | null;
  readonly endingAt: Date | null;
  readonly periodTotal: bigint;
  /** The price of a period; null if it depends on the use. */
  readonly priceAmount: bigint | null;
  /** Stripe's `interval`. */
  readonly priceInterval: string | null;
  readonly priceIntervalCount: number | null;
  readonly nextInvoiceAt: Date | null;
  /** Also of a subscription that is paused or has ended: what is charged when it resumes or starts again. Null if discounts, taxes or a balance change the amount. */
  readonly nextInvoiceAmount: bigint | null;
  readonly trialEndsAt: Date | null;
  readonly collection: Collection;
  /** When paused payments resume; null if that is open. */
  readonly collectionResumesAt: Date | null;
  /** Stripe's `missing_payment_method`. */
  readonly trialEndBehavior: string | null;
  /** The card that is charged. */
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  readonly cardExpMonth: number | null;
  readonly cardExpYear: number | null;
  /** Whether an invoice waits for another attempt to pay it. */
  readonly hasFailedInvoice: boolean;
}

/** What follows the current period of a subscription, or its trial. */
export type Continuation = 'charge' | 'emailedInvoice' | 'unpaidInvoice' | 'noPayment' | 'pause' | 'end';

/** Why a subscription has ended. Staff and the user can cancel it. */
export type EndReason = 'cancelled' | 'paymentFailed' | 'paymentDisputed' | 'trialWithoutCard' | 'customerDeleted';

/** A customer as read from Stripe. */
export interface CustomerSnapshot {
  readonly mirrored: MirroredCustomer;
  /** The newest first. */
  readonly invoices: readonly MirroredInvoice[];
  /** The id of the payment method or source that Stripe charges. */
  readonly chargedPayment: string | null;
  /** Null if the subscription has not ended, or if Stripe has no reason. */
  readonly endReason: EndReason | null;
}

/** The values to create a customer with. All attempts with one idempotency key must send the same. */
export interface NewCustomer extends BillingFields {
  readonly userId: string;
  readonly email: string;
}

/** A card that a user entered in a Checkout session. */
export interface CheckoutCard {
  readonly checkoutId: string;
  readonly paymentMethod: string;
}

export interface UnpaidInvoice {
  /** What is left to pay, in the smallest unit of the currency. */
  readonly amount: number;
  /** The ISO 4217 code in lower case. */
  readonly currency: string;
  /** Where to pay it. */
  readonly url: string | null;
}

/** Null for an invoice that was not finalized. */
export interface InvoiceUrls {
  readonly pdfUrl: string | null;
  /** Stripe's page of the invoice, on which it can be paid without a login. */
  readonly pageUrl: string | null;
}

/** What the mirror does not have of an invoice. */
export interface InvoiceAtStripe extends InvoiceUrls {
  /** Who is billed, as printed on the invoice. */
  readonly customerName: string | null;
  /** When Stripe charges the card again after a failed attempt. Null if it does not. */
  readonly nextAttemptAt: Date | null;
}

/** A webhook event. Its copy of Stripe's objects can be outdated, so it is not used. */
export interface BillingEvent {
  readonly id: string;
  readonly type: string;
  readonly customerId: string | null;
  /** By Stripe's clock. */
  readonly occurredAt?: Date;
}

/** A signed notification of Stripe's API v2. Nothing here uses these. */
export interface ThinEvent {
  readonly thinType: string;
}

/** Stripe replays an error for this idempotency key from now on. */
export class IdempotencyKeyExhausted extends AppError {
  override name = 'IdempotencyKeyExhausted';
}

/** Stripe does not know an object that the request named: it never existed there, or belongs to another account or mode. */
export class MissingAtStripe extends AppError {
  override name = 'MissingAtStripe';
}

/**
 * Stripe's customers, subscriptions and cards. Every method rejects with `BillingUnavailable` if Stripe is unreachable, with
 * `BillingMisconfigured` if an operator has to correct a setting, and is safe to retry: with the same `key`, nothing is created
 * twice. If the cause is `IdempotencyKeyExhausted`, retry with another key.
 */
export interface BillingProvider {
  /** Returns the ids of the user's existing customers with this email address. */
  findCustomers(user: Pick<NewCustomer, 'userId' | 'email'>): Promise<string[]>;
  /** Creates a customer with the billing details. The tax number is only stored: `updateTaxNumber` makes it a tax id. */
  createCustomer(user: NewCustomer, key: string): Promise<string>;
  /**
   * Starts the trial, unless the customer has or had a subscription. An account that had a trial with another customer gets the rest of
   * that trial, and at least one day, in which the user can add a card.
   */
  startTrial(customerId: string, key: string, lastTrialEndsAt: Date | null): Promise<void>;
  /** Deletes the customer and cancels its subscriptions. Does nothing if it was deleted before. */
  deleteCustomer(customerId: string): Promise<void>;
  /** The invoices that are due and not paid. */
  listUnpaidInvoices(customerId: string): Promise<UnpaidInvoice[]>;
  /** Reads a customer's invoice; null if there is no such invoice. Its URLs expire. */
  findInvoice(customerId: string, invoiceId: string): Promise<InvoiceAtStripe | null>;
  /** Whether the customer exists or did: Stripe still knows a deleted one. */
  isCustomerKnown(customerId: string): Promise<boolean>;
  /** Null if the customer was deleted. The cause of the error is `MissingAtStripe` if the API key does not know it. */
  readCustomer(customerId: string, invoices?: InvoicesToRead): Promise<CustomerSnapshot | null>;
  /** Returns the id of the user that a customer was created for; null if there is no such customer or user. */
  findUserId(customerId: string): Promise<string | null>;
  /** Writes the changed fields. Fields that Stripe stores together, such as an address, keep their `current` values. */
  updateDetails(customerId: string, current: BillingFields, changes: Partial<BillingFields>): Promise<void>;
  updateEmail(customerId: string, email: string): Promise<void>;
  /** A number that Stripe does not take is only stored. */
  updateTaxNumber(customerId: string, country: string | null, taxNumber: string | null): Promise<void>;
  /** Returns the newest card from a Checkout session; null if there is none, or if the customer has removed it. */
  findCheckoutCard(customerId: string): Promise<CheckoutCard | null>;
  /** Makes a payment method the one that is charged, also for a subscription that has its own. */
  setDefaultPaymentMethod(customerId: string, paymentMethod: string): Promise<void>;
  resumeSubscription(subscriptionId: string, key: string): Promise<void>;
  /**
   * Starts another subscription like the customer's ended one, without a trial. That can be one of an earlier customer. Does nothing if
   * it has not ended or its price is not sold.
   */
  restartSubscription(customerId: string, subscriptionId: string, key: string): Promise<void>;
  openCheckout(checkout: {
    customerId: string;
    currency: string;
    returnUrl: string;
    cancelUrl: string;
    /** Shown beside the button that saves the card. */
    notice?: string;
  }): Promise<string>;
  openPortal(portal: { customerId: string; returnUrl: string }): Promise<string>;
  listCustomers(): AsyncIterable<{ readonly id: string; readonly userId: string | null }>;
  /** Returns the event; null if the signature is invalid. */
  verifyEvent(body: Buffer, signature: string): BillingEvent | ThinEvent | null;
}
