import Stripe from 'stripe';
import type { BillingFields, BillingProvider } from './billing-provider.ts';
import { shownTaxId, toStripeAddress, toStripeMetadata, toStripeName } from './mirror.ts';
import type { NewTaxId } from './tax-id-formats.ts';
import { taxIdCandidates } from './tax-ids.ts';

/** Stripe has one name field, and replaces an address as a whole. */
const nameFields = ['firstName', 'lastName', 'legalName'] as const;
const addressFields = ['addressLine1', 'addressLine2', 'zipCode', 'city', 'state', 'country'] as const;

export function stripeBillingDetails(
  stripe: Stripe,
): Pick<BillingProvider, 'updateDetails' | 'updateEmail' | 'updateTaxNumber'> {
  return {
    async updateDetails(customerId, current, changes) {
      const fields = { ...current, ...changes };
      const changesAny = (names: readonly (keyof BillingFields)[]) => names.some((name) => name in changes);
      const { firstName, lastName, legalName } = fields;
      const names = changesAny(nameFields) && { firstName, lastName, legalName };
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

    // Tax ids cannot be updated. The new one is created before the old one is deleted.
    async updateTaxNumber(customerId, country, taxNumber) {
      const candidates = taxNumber === null ? [] : taxIdCandidates(country, taxNumber);
      const customer = await stripe.customers.retrieve(customerId, { expand: ['tax_ids'] });
      if (customer.deleted) return;
      const existing = customer.tax_ids?.data ?? [];
      const shown = shownTaxId(customer);
      const isSame =
        (taxId: Stripe.TaxId) =>
        ({ type, value }: NewTaxId) =>
          taxId.type === type && taxId.value === value;
      const desired =
        existing.find((taxId) => candidates.some(isSame(taxId))) ?? (await createFirstAccepted(customerId, candidates));
      const metadata = {
        // A number that Stripe does not take is stored as metadata.
        taxNumber: desired ? '' : (taxNumber ?? ''),
        taxId: desired?.id ?? '',
      };
      const isStored = Object.entries(metadata).every(([key, value]) => value === (customer.metadata[key] ?? ''));
      if (!isStored) await stripe.customers.update(customerId, { metadata });
      // Only the one that the user replaced or removed.
      if (shown && shown.id !== desired?.id) await stripe.customers.deleteTaxId(customerId, shown.id);
    },
  };

  async function createFirstAccepted(
    customerId: string,
    candidates: readonly NewTaxId[],
  ): Promise<Stripe.TaxId | null> {
    for (const candidate of candidates) {
      const created = await stripe.customers.createTaxId(customerId, candidate).catch(nullIfInvalid);
      if (created) return created;
    }
    return null;
  }
}

function nullIfInvalid(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'tax_id_invalid') return null;
  throw error;
}
