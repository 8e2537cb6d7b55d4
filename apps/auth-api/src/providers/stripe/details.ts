import Stripe from 'stripe';
import { TaxNumberRefused, type BillingFields, type BillingProvider } from '../billing-provider.ts';
import { addressOf, metadataOf, nameOf } from './mirror.ts';
import { taxIdOf } from './tax-types.ts';

/** Stripe keeps one name, and replaces an address as a whole. */
const namesOfPerson = ['firstName', 'lastName'] as const;
const placeFields = ['addressLine1', 'addressLine2', 'zipCode', 'city', 'state', 'country'] as const;

/** Changing what a customer tells of themself. */
export function detailsAt(stripe: Stripe): Pick<BillingProvider, 'changeDetails' | 'changeEmail' | 'changeTaxNumber'> {
  return {
    async changeDetails(customerId, now, changes) {
      const fields = { ...now, ...changes };
      const changesAnyOf = (names: readonly (keyof BillingFields)[]) => names.some((name) => name in changes);
      await stripe.customers.update(customerId, {
        ...(changesAnyOf(namesOfPerson) && { name: nameOf(fields) }),
        ...(changesAnyOf(['phoneNumber']) && { phone: fields.phoneNumber ?? '' }),
        ...(changesAnyOf(placeFields) && { address: addressOf(fields) }),
        metadata: metadataOf(changes),
      });
    },

    async changeEmail(customerId, email) {
      await stripe.customers.update(customerId, { email });
    },

    // Tax ids can't be changed: the new one comes first, so that a refused one leaves everything as it was.
    async changeTaxNumber(customerId, country, taxNumber) {
      const wanted = taxNumber === null ? null : taxIdOf(country, taxNumber);
      const customer = await stripe.customers.retrieve(customerId, { expand: ['tax_ids'] });
      if (customer.deleted) return;
      const known = customer.tax_ids?.data ?? [];
      const isWanted = (each: Stripe.TaxId) => each.type === wanted?.type && each.value === wanted.value;
      if (wanted && !known.some(isWanted)) {
        await stripe.customers.createTaxId(customerId, wanted).catch(refusedTaxNumber);
      }
      const kept = wanted ? '' : (taxNumber ?? '');
      if (kept !== (customer.metadata['taxNumber'] ?? '')) {
        await stripe.customers.update(customerId, { metadata: { taxNumber: kept } });
      }
      for (const old of known.filter((each) => !isWanted(each))) await stripe.customers.deleteTaxId(customerId, old.id);
    },
  };
}

function refusedTaxNumber(error: unknown): never {
  const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'tax_id_invalid';
  throw isRefused ? new TaxNumberRefused() : error;
}
