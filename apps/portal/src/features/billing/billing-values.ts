import { BillingDetailsEdit, type BillingDetails } from '@portal/contract';
import type { FieldPath } from 'react-hook-form';
import { changedFields } from '../../components/form/changed-fields.ts';
import { formSchema } from '../../components/form/form-schema.ts';

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

/** The fields of the form. The validation errors of the API use the same names. */
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

/** Validates the changed fields and the empty required fields by the rules of the contract. */
export const billingSchemaFor = (saved: BillingValues) =>
  formSchema(BillingDetailsEdit, {
    toBody: (values) => changedFields(values, { names: billingFields, saved, required }),
  });
