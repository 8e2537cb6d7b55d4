import type { BillingDetails } from '@portal/contract';
import { Card } from '@portal/ui';
import { useEffect, useRef, useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { isOutcomeUnknown, useUpdateBillingDetailsMutation } from '../../api/billing.api.ts';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { EditFormBar } from '../../components/form/edit-form-bar.tsx';
import { UnsavedChangesDialog } from '../../components/form/unsaved-changes.tsx';
import { useEditForm } from '../../components/form/use-edit-form.ts';
import { BillingFields } from './billing-fields.tsx';
import { BillingSummary, isFilledIn } from './billing-summary.tsx';
import { rememberSummary } from './remembered-summary.ts';
import { billingFields, billingSchemaFor, billingValuesOf } from './billing-values.ts';

/** Details that are filled in show as a summary, until the user edits them. */
export function BillingDetailsCard({ details }: { details: BillingDetails }) {
  const isFilled = isFilledIn(details);
  const [isOpen, setIsOpen] = useState(!isFilled);
  const editButton = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => rememberSummary(isFilled), [isFilled]);
  const toggle = (open: boolean) => {
    flushSync(() => setIsOpen(open));
    if (open) form.current?.querySelector('input')?.focus();
    else editButton.current?.focus();
  };
  return isOpen ? (
    <BillingForm ref={form} details={details} onClose={isFilled ? () => toggle(false) : undefined} />
  ) : (
    <BillingSummary details={details} editButton={editButton} onEdit={() => toggle(true)} />
  );
}

interface BillingFormProps {
  details: BillingDetails;
  ref: Ref<HTMLFormElement>;
  onClose: (() => void) | undefined;
}

function BillingForm({ details, ref, onClose }: BillingFormProps) {
  const { id: userId, firstName, lastName } = useUser();
  const [update, request] = useUpdateBillingDetailsMutation();
  const saved = billingValuesOf(details);
  // Empty names are prefilled from the profile, and saved with the next change.
  const prefilled = {
    ...saved,
    firstName: saved.firstName || (firstName ?? ''),
    lastName: saved.lastName || (lastName ?? ''),
  };
  const form = useEditForm({
    saved: prefilled,
    schema: billingSchemaFor(saved),
    save: async (body) => {
      const { data } = await update({ params: { userId }, body });
      return data && billingValuesOf(data.billingDetails);
    },
    resetRequest: request.reset,
    error: request.error,
    names: billingFields,
  });
  const { control, submit, isDirty, formError } = form;
  return (
    <form ref={ref} noValidate className="grid w-full gap-6" onSubmit={submit}>
      {formError && (
        <ErrorAlert
          error={formError}
          title={
            isOutcomeUnknown(formError)
              ? 'We can’t tell whether your billing details were saved. It is safe to save them again.'
              : 'Your billing details were not saved'
          }
        />
      )}
      <Card
        footer={
          <EditFormBar
            form={form}
            request={request}
            saveLabel="Save Billing Details"
            savingText="Saving..."
            savedText="Billing details saved"
            onClose={onClose}
          />
        }
      >
        <BillingFields control={control} details={details} />
      </Card>
      <UnsavedChangesDialog when={isDirty} />
    </form>
  );
}
