import type { BillingDetails } from '@portal/contract';
import { Card } from '@portal/ui';
import { useUpdateBillingDetailsMutation } from '../../api/billing.api.ts';
import { useUser } from '../../api/session.api.ts';
import { SavedFormBar } from '../../forms/saved-form-bar.tsx';
import { UnsavedChanges } from '../../forms/unsaved-changes.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { asFailure } from '../../http/failure.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { BillingFields } from './billing-fields.tsx';
import { billingFields, billingSchemaFor, billingValuesOf } from './billing-values.ts';

export function BillingForm({ details }: { details: BillingDetails }) {
  const { id: userId, firstName, lastName } = useUser();
  const [update, request] = useUpdateBillingDetailsMutation();
  const saved = billingValuesOf(details);
  // Names that billing has none of are those of the profile; they are saved along with what is changed here.
  const shown = {
    ...saved,
    firstName: saved.firstName || (firstName ?? ''),
    lastName: saved.lastName || (lastName ?? ''),
  };
  const form = useSavedForm({
    saved: shown,
    schema: billingSchemaFor(saved),
    save: async (body) => {
      const { data } = await update({ params: { userId }, body });
      return data && billingValuesOf(data.billingDetails);
    },
    forget: request.reset,
    error: request.error,
    names: billingFields,
  });
  const { control, submit, isDirty, unplaced } = form;
  return (
    <form noValidate className="grid gap-6" onSubmit={submit}>
      {unplaced && (
        <div ref={showIt} className="scroll-mt-6">
          <FailureBox error={unplaced} title={titleOf(unplaced)} />
        </div>
      )}
      <Card
        footer={<SavedFormBar form={form} request={request} saveLabel="Save Billing Details" savingText="Saving..." />}
      >
        <BillingFields control={control} details={details} />
      </Card>
      <UnsavedChanges when={isDirty} />
    </form>
  );
}

/** The form is long, and whoever saved it may see another part of it. */
const showIt = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'nearest' });

/** Where no answer came, or none in time, the details may be saved all the same. */
function titleOf(error: Parameters<typeof asFailure>[0]): string {
  const failure = asFailure(error);
  return failure?.type === 'BillingUnavailable' || failure?.status === 0
    ? 'We can’t tell whether your billing details were saved. It is safe to save them again.'
    : 'Your billing details were not saved';
}
