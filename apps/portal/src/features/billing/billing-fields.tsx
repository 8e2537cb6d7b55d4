import { displayEmail, type BillingDetails, type BillingDetailsEdit, type TaxNumberState } from '@portal/contract';
import { FieldGroup, normaliseText, TextField } from '@portal/ui';
import { useState } from 'react';
import type { Control } from 'react-hook-form';
import { FormComboboxField } from '../../components/form/form-combobox-field.tsx';
import { FormTextField } from '../../components/form/form-fields.tsx';
import type { BillingValues } from './billing-values.ts';
import { countryOptions } from './country-options.ts';

export interface BillingFieldsProps {
  control: Control<BillingValues, unknown, BillingDetailsEdit>;
  details: BillingDetails;
}

export const taxNumberHints: Record<TaxNumberState, string> = {
  pending: 'This number is being verified.',
  verified: 'This number is verified.',
  unverified: 'This number could not be verified for this name and address.',
  unchecked: 'This number has not been verified.',
  unsupported:
    'This number is saved, but not verified or shown on invoices. It has no format that we know for this country: check it for typing errors.',
};

/** Source: specification section 5, "Shared form rules". */
const normalisePhoneNumber = (text: string) => normaliseText('tel', text) ?? '';

/** Text for a required field that some people and places have nothing for. The specification requires these fields. */
const nothingToEnter = 'If there is none, enter a hyphen (-).';

/** The columns of the groups, also for their skeleton. */
export const groupColumns = 'grid gap-6 lg:grid-cols-2 lg:gap-x-12';

/** The fields of the form, in groups. Source: specification section 2, "Billing page". */
export function BillingFields({ control, details }: BillingFieldsProps) {
  const [countries] = useState(() => countryOptions());
  const { taxNumberState } = details.companyInformation;
  return (
    <div className={groupColumns}>
      <div className="grid content-start gap-6">
        <FieldGroup title="Contact Information">
          <div className="form-rows">
            <div className="form-columns">
              <FormTextField control={control} name="firstName" label="First Name" required autoComplete="given-name" />
              <FormTextField
                control={control}
                name="lastName"
                label="Last Name"
                required
                hint={nothingToEnter}
                keepHint
                autoComplete="family-name"
              />
            </div>
            <TextField
              label="Email"
              value={displayEmail(details.email)}
              readOnly
              required
              hint="Managed by your login provider."
            />
          </div>
        </FieldGroup>
        <hr className="-mx-5 border-line lg:mx-0" />
        <FieldGroup title="Company Information" optional>
          <div className="form-rows">
            <FormTextField
              control={control}
              name="companyInformation.legalName"
              label="Company Legal Name"
              autoComplete="organization"
            />
            <div className="form-columns">
              <FormTextField
                control={control}
                name="companyInformation.legalNumber"
                label="Company Legal Number"
                // Not a standard token: with it, and not with `off`, Chrome does not fill in the name of the company.
                autoComplete="none"
              />
              <FormTextField
                control={control}
                name="companyInformation.taxIdentificationNumber"
                label="Tax Identification Number"
                autoComplete="none"
                hint={taxNumberState ? taxNumberHints[taxNumberState] : 'For example, DE123456789'}
              />
            </div>
            <FormTextField
              control={control}
              name="companyInformation.phoneNumber"
              label="Phone Number"
              type="tel"
              hint="For example, +442079460000"
              keepHint
              autoComplete="tel"
              normalise={normalisePhoneNumber}
            />
          </div>
        </FieldGroup>
      </div>
      <hr className="-mx-5 border-line lg:hidden" />
      <FieldGroup title="Billing Information">
        <div className="form-rows">
          <FormTextField
            control={control}
            name="billingInformation.addressLine1"
            label="Address Line 1"
            required
            autoComplete="billing address-line1"
          />
          <FormTextField
            control={control}
            name="billingInformation.addressLine2"
            label="Address Line 2"
            autoComplete="billing address-line2"
          />
          <div className="form-columns">
            <FormTextField
              control={control}
              name="billingInformation.zipCode"
              label="Zip code"
              required
              hint={nothingToEnter}
              keepHint
              autoComplete="billing postal-code"
            />
            <FormTextField
              control={control}
              name="billingInformation.city"
              label="City"
              required
              autoComplete="billing address-level2"
            />
            <FormTextField
              control={control}
              name="billingInformation.state"
              label="State"
              autoComplete="billing address-level1"
            />
            <FormComboboxField
              control={control}
              name="billingInformation.country"
              label="Country"
              required
              options={countries}
              placeholder="Search countries..."
              emptyText="No country matches"
              autoComplete="billing country"
            />
          </div>
        </div>
      </FieldGroup>
    </div>
  );
}
