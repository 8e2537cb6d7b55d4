import { BillingDetailsEdit, type BillingDetails } from '@portal/contract';
import { get, set, type FieldPath } from 'react-hook-form';

export interface BillingValues {
  firstName: string;
  lastName: string;
  companyInformation: Record<'legalName' | 'legalNumber' | 'taxIdentificationNumber' | 'phoneNumber', string>;
  billingInformation: Record<'addressLine1' | 'addressLine2' | 'zipCode' | 'city' | 'state' | 'country', string>;
}

export const billingValuesOf = ({
  firstName,
  lastName,
  companyInformation,
  billingInformation,
}: BillingDetails): BillingValues => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  companyInformation: {
    legalName: companyInformation.legalName ?? '',
    legalNumber: companyInformation.legalNumber ?? '',
    taxIdentificationNumber: companyInformation.taxIdentificationNumber ?? '',
    phoneNumber: companyInformation.phoneNumber ?? '',
  },
  billingInformation: {
    addressLine1: billingInformation.addressLine1 ?? '',
    addressLine2: billingInformation.addressLine2 ?? '',
    zipCode: billingInformation.zipCode ?? '',
    city: billingInformation.city ?? '',
    state: billingInformation.state ?? '',
    country: billingInformation.country ?? '',
  },
});

/** The fields of the form, as both its rules and the API’s refusals name them. */
export const billingFields = [
  'firstName',
  'lastName',
  'companyInformation.legalName',
  'companyInformation.legalNumber',
  'companyInformation.taxIdentificationNumber',
  'companyInformation.phoneNumber',
  'billingInformation.addressLine1',
  'billingInformation.addressLine2',
  'billingInformation.zipCode',
  'billingInformation.city',
  'billingInformation.state',
  'billingInformation.country',
] as const satisfies readonly FieldPath<BillingValues>[];

/** Source: specification section 5, "Billing". */
const required: readonly string[] = [
  'firstName',
  'lastName',
  'billingInformation.addressLine1',
  'billingInformation.zipCode',
  'billingInformation.city',
  'billingInformation.country',
] satisfies readonly (typeof billingFields)[number][];

/**
 * The rules of the contract, for what changed of the saved details: what somebody changed meanwhile at Stripe's own page
 * must not be undone. What is required and missing is always looked at.
 */
export const billingSchemaFor = (saved: BillingValues) => ({
  safeParse: (given: unknown) => {
    const body: BillingDetailsEdit = {};
    for (const name of billingFields) {
      const value: unknown = get(given, name);
      const isMissing = value === null && required.includes(name);
      if (isMissing || (value ?? '') !== get(saved, name)) set(body, name, value);
    }
    return BillingDetailsEdit.safeParse(body);
  },
});
