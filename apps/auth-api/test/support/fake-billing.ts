import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import type {
  BillingProvider,
  CustomerSnapshot,
  MirroredCustomer,
  MirroredInvoice,
} from '../../src/integrations/stripe/billing-provider.ts';

/** A customer as read from Stripe: with a trial, and without a card. */
export function aSnapshot(
  mirrored: Partial<MirroredCustomer> & Pick<MirroredCustomer, 'email'>,
  chargedPayment: string | null = null,
  invoices: readonly MirroredInvoice[] = [],
): CustomerSnapshot {
  return {
    mirrored: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      legalName: null,
      legalNumber: null,
      taxNumber: null,
      taxNumberState: null,
      phoneNumber: null,
      addressLine1: null,
      addressLine2: null,
      zipCode: null,
      city: null,
      state: null,
      country: null,
      hasPaymentMethod: false,
      subscriptionId: 'sub_1',
      subscriptionStatus: 'trialing',
      planCode: 'monthly',
      currency: 'usd',
      endingAt: null,
      periodTotal: 0n,
      priceAmount: 4_900n,
      priceInterval: 'month',
      priceIntervalCount: 1,
      nextInvoiceAt: null,
      nextInvoiceAmount: null,
      trialEndsAt: null,
      collection: 'automatic',
      collectionResumesAt: null,
      trialEndBehavior: 'pause',
      cardBrand: null,
      cardLast4: null,
      cardExpMonth: null,
      cardExpYear: null,
      hasFailedInvoice: false,
      ...mirrored,
    },
    invoices,
    chargedPayment,
    endReason: null,
  };
}

/** A billing provider without Stripe, whose methods record their calls. It creates customers that have the ids of their users. */
export function fakeBilling(email: string): jest.Mocked<BillingProvider> {
  return {
    findCustomers: jest.fn<BillingProvider['findCustomers']>().mockResolvedValue([]),
    createCustomer: jest.fn<BillingProvider['createCustomer']>(({ userId }) => Promise.resolve(`cus_${userId}`)),
    startTrial: jest.fn<BillingProvider['startTrial']>().mockResolvedValue(),
    deleteCustomer: jest.fn<BillingProvider['deleteCustomer']>().mockResolvedValue(),
    listUnpaidInvoices: jest.fn<BillingProvider['listUnpaidInvoices']>().mockResolvedValue([]),
    findInvoice: jest.fn<BillingProvider['findInvoice']>().mockResolvedValue(null),
    isCustomerKnown: jest.fn<BillingProvider['isCustomerKnown']>().mockResolvedValue(true),
    readCustomer: jest.fn<BillingProvider['readCustomer']>().mockResolvedValue(aSnapshot({ email })),
    findUserId: jest.fn<BillingProvider['findUserId']>().mockResolvedValue(null),
    updateDetails: jest.fn<BillingProvider['updateDetails']>().mockResolvedValue(),
    updateEmail: jest.fn<BillingProvider['updateEmail']>().mockResolvedValue(),
    updateTaxNumber: jest.fn<BillingProvider['updateTaxNumber']>().mockResolvedValue(),
    findCheckoutCard: jest.fn<BillingProvider['findCheckoutCard']>().mockResolvedValue(null),
    setDefaultPaymentMethod: jest.fn<BillingProvider['setDefaultPaymentMethod']>().mockResolvedValue(),
    resumeSubscription: jest.fn<BillingProvider['resumeSubscription']>().mockResolvedValue(),
    restartSubscription: jest.fn<BillingProvider['restartSubscription']>().mockResolvedValue(),
    openCheckout: jest.fn<BillingProvider['openCheckout']>().mockResolvedValue('https://checkout.example.com/'),
    openPortal: jest.fn<BillingProvider['openPortal']>().mockResolvedValue('https://portal.example.com/'),
    listCustomers: jest.fn<BillingProvider['listCustomers']>(() => Readable.from([])),
    verifyEvent: jest.fn<BillingProvider['verifyEvent']>().mockReturnValue(null),
  };
}
