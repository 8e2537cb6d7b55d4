import { displayEmail, type BillingDetails } from '@portal/contract';
import { Button, Card, DescriptionItem, DescriptionList, VisuallyHidden } from '@portal/ui';
import type { Ref } from 'react';
import { taxNumberHints } from './billing-fields.tsx';
import { countryName } from './country-options.ts';

/** Whether all fields that the form requires are filled in. */
export const isFilledIn = ({ firstName, lastName, billingInformation }: BillingDetails): boolean => {
  const { addressLine1, zipCode, city, country } = billingInformation;
  return [firstName, lastName, addressLine1, zipCode, city, country].every((text) => text !== null);
};

const joined = (...parts: readonly (string | null)[]) => parts.filter((text) => text !== null).join(' ');

/** Beside the billing contacts where there is room, also for its skeleton. */
export const summaryWidth = 'min-w-0 flex-3 basis-96';

export interface BillingSummaryProps {
  details: BillingDetails;
  onEdit: () => void;
  editButton: Ref<HTMLButtonElement>;
}

/** The saved details, in place of the form. */
export function BillingSummary({ details, onEdit, editButton }: BillingSummaryProps) {
  const { firstName, lastName, email, companyInformation, billingInformation } = details;
  const { legalName, legalNumber, taxIdentificationNumber, taxNumberState, phoneNumber } = companyInformation;
  const { addressLine1, addressLine2, zipCode, city, state, country } = billingInformation;
  const address = [addressLine1, addressLine2, joined(zipCode, city), state, country && countryName(country)];
  return (
    <Card
      className={summaryWidth}
      title="Billing details"
      actions={
        <Button ref={editButton} size="sm" onClick={onEdit}>
          Edit<VisuallyHidden> the billing details</VisuallyHidden>
        </Button>
      }
    >
      <DescriptionList>
        <DescriptionItem name="Name">{joined(firstName, lastName)}</DescriptionItem>
        <DescriptionItem name="Email">
          <span translate="no">{displayEmail(email)}</span>
        </DescriptionItem>
        {(legalName ?? legalNumber) !== null && (
          <DescriptionItem name="Company">
            {legalName}
            {legalNumber !== null && <span className="block text-secondary">Number {legalNumber}</span>}
          </DescriptionItem>
        )}
        {taxIdentificationNumber !== null && (
          <DescriptionItem name="Tax number">
            {taxIdentificationNumber}
            {taxNumberState && <span className="block text-xs text-secondary">{taxNumberHints[taxNumberState]}</span>}
          </DescriptionItem>
        )}
        {phoneNumber !== null && <DescriptionItem name="Phone">{phoneNumber}</DescriptionItem>}
        <DescriptionItem name="Address">
          {address
            .filter((line) => line)
            .map((line, position) => (
              <span key={position} className="block">
                {line}
              </span>
            ))}
        </DescriptionItem>
      </DescriptionList>
    </Card>
  );
}
