import Stripe from 'stripe';
import { InvalidTaxNumber, type BillingFields, type BillingProvider } from './billing-provider.ts';
import { shownTaxId, toStripeAddress, toStripeMetadata, toStripeName } from './mirror.ts';
import { toTaxId } from './tax-ids.ts';

/** Stripe has one name field, and replaces an address as a whole. */
const nameFields = ['firstName', 'lastName'] as const;
const addressFields = ['addressLine1', 'addressLine2', 'zipCode', 'city', 'state', 'country'] as const;

export function stripeBillingDetails(
  stripe: Stripe,
): Pick<BillingProvider, 'updateDetails' | 'updateEmail' | 'updateTaxNumber'> {
  return {
    async updateDetails(customerId, current, changes) {
      const fields = { ...current, ...changes };
      const changesAny = (names: readonly (keyof BillingFields)[]) => names.some((name) => name in changes);
      const names = changesAny(nameFields) && { firstName: fields.firstName, lastName: fields.lastName };
      await stripe.customers.update(customerId, {
        ...(names && { name: toStripeName(names) }),
        ...(changesAny(['phoneNumber']) && { phone: fields.phoneNumber ?? '' }),
        ...(changesAny(addressFields) && { address: toStripeAddress(fields) }),
        metadata: toStripeMetadata({ ...changes, ...names }),
      });
    },

    async updateEmail(customerId, email) {
      await stripe.customers.update(customerId, { email });
    },

    // Tax ids cannot be updated. The new one is created first, so that an invalid one leaves everything unchanged.
    async updateTaxNumber(customerId, country, taxNumber) {
      const desired = taxNumber === null ? null : toTaxId(country, taxNumber);
      const customer = await stripe.customers.retrieve(customerId, { expand: ['tax_ids'] });
      if (customer.deleted) return;
      const existing = customer.tax_ids?.data ?? [];
      const shown = shownTaxId(customer);
      const isDesired = (taxId: Stripe.TaxId) => taxId.type === desired?.type && taxId.value === desired.value;
      const created =
        desired && !existing.some(isDesired)
          ? await stripe.customers.createTaxId(customerId, desired).catch(mapTaxNumberError)
          : undefined;
      const metadata = {
        // A country without tax ids at Stripe: the number is stored as metadata.
        taxNumber: desired ? '' : (taxNumber ?? ''),
        taxId: (created ?? existing.find(isDesired))?.id ?? '',
      };
      const isStored = Object.entries(metadata).every(([key, value]) => value === (customer.metadata[key] ?? ''));
      if (!isStored) await stripe.customers.update(customerId, { metadata });
      // Only the one that the user replaced or removed.
      if (shown && !isDesired(shown)) await stripe.customers.deleteTaxId(customerId, shown.id);
    },
  };
}

function mapTaxNumberError(error: unknown): never {
  const isInvalid = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'tax_id_invalid';
  throw isInvalid ? new InvalidTaxNumber() : error;
}
