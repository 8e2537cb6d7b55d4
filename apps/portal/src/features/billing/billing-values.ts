import { BillingDetailsEdit, type BillingDetails } from '@portal/contract';
import type { FieldPath } from 'react-hook-form';
import { changesOf } from '../../forms/changes-of.ts';
import { formSchema } from '../../forms/form-schema.ts';

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
const required = [
  'firstName',
  'lastName',
  'billingInformation.addressLine1',
  'billingInformation.zipCode',
  'billingInformation.city',
  'billingInformation.country',
] as const satisfies readonly (typeof billingFields)[number][];

/** The rules of the contract, for what changed of the saved details, also at Stripe's own page, and for what is missing. */
export const billingSchemaFor = (saved: BillingValues) =>
  formSchema(BillingDetailsEdit, { bodyOf: (given) => changesOf(given, { names: billingFields, saved, required }) });
