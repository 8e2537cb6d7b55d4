import type { TaxNumberState } from '@portal/contract';
import { Fault } from '../fault.ts';

/** Billing details as Stripe keeps them; null where there is nothing. */
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

/** All that is mirrored of a customer, as one read found it. */
export interface CustomerNow extends BillingFields {
  readonly email: string;
  readonly taxNumberState: TaxNumberState | null;
  readonly hasPaymentMethod: boolean;
  readonly subscriptionId: string | null;
  /** Stripe's own word. */
  readonly subscriptionStatus: string | null;
  readonly planCode: string | null;
  readonly currency: string | null;
  readonly endingAt: Date | null;
  readonly periodTotal: number;
}

/** A customer with what is not mirrored, but acted upon. */
export interface CustomerRead {
  readonly mirrored: CustomerNow;
  readonly defaultPaymentMethod: string | null;
}

/** Whom a customer is made for. Every attempt with one key names the same. */
export interface NewCustomer {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** A card that somebody entered at a checkout. */
export interface EnteredCard {
  readonly checkoutId: string;
  readonly paymentMethod: string;
}

/** What an event is told by; what it says of Stripe’s objects is old news and not read. */
export interface BillingEvent {
  readonly id: string;
  readonly type: string;
  readonly customerId: string | null;
}

/** A failure that the provider answers under one key from then on, whatever is asked. */
export class KeySpent extends Fault {
  override name = 'KeySpent';
}

/** A tax number that the provider does not take for one of its country. */
export class TaxNumberRefused extends Error {}

/**
 * Who customers, subscriptions and cards are kept by. Every call fails with `BillingUnavailable` where it can’t be
 * reached, and can be made again: nothing is made twice under one key. Its cause is `KeySpent` where that wants another key.
 */
export interface BillingProvider {
  /** The customer that was made for a person before, if there is one that was not deleted. */
  findCustomer(person: NewCustomer): Promise<string | null>;
  createCustomer(person: NewCustomer, key: string): Promise<string>;
  /** Begins the trial unless the customer has, or had, a subscription. */
  startTrial(customerId: string, key: string): Promise<void>;
  /** Null if the customer was deleted. */
  readCustomer(customerId: string): Promise<CustomerRead | null>;
  /** The person that a customer was made for; null if there is no such customer, or it was made for nobody. */
  ownerOf(customerId: string): Promise<string | null>;
  /** Writes what is named of the changes, and what the provider keeps as one with it as it is now. */
  changeDetails(customerId: string, now: BillingFields, changes: Partial<BillingFields>): Promise<void>;
  changeEmail(customerId: string, email: string): Promise<void>;
  /** Fails with `TaxNumberRefused`; nothing was changed then. */
  changeTaxNumber(customerId: string, country: string | null, taxNumber: string | null): Promise<void>;
  /** The newest card that was entered at a checkout and still belongs to the customer. */
  enteredCard(customerId: string): Promise<EnteredCard | null>;
  makeDefault(customerId: string, paymentMethod: string): Promise<void>;
  resume(subscriptionId: string, key: string): Promise<void>;
  openCheckout(checkout: {
    customerId: string;
    currency: string;
    returnUrl: string;
    cancelUrl: string;
  }): Promise<string>;
  openPortal(portal: { customerId: string; returnUrl: string }): Promise<string>;
  customers(): AsyncIterable<{ readonly id: string; readonly userId: string | null }>;
  /** An event whose signature holds, else null. */
  readEvent(body: Buffer, signature: string): BillingEvent | null;
}
