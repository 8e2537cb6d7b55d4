import type { BillingDetails, BillingDetailsEdit } from '@portal/contract';
import { Button, Card, SaveBar } from '@portal/ui';
import { useForm } from 'react-hook-form';
import { useUpdateBillingDetailsMutation } from '../../api/billing.api.ts';
import { useUser } from '../../api/session.api.ts';
import { useFieldFailures } from '../../forms/field-failures.ts';
import { resolverFor } from '../../forms/resolver-for.ts';
import { UnsavedChanges } from '../../forms/unsaved-changes.tsx';
import { asFailure } from '../../http/failure.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { BillingFields } from './billing-fields.tsx';
import { billingFields, billingSchemaFor, billingValuesOf, type BillingValues } from './billing-values.ts';

export function BillingForm({ details }: { details: BillingDetails }) {
  const { id: userId } = useUser();
  const [update, { error, isLoading, isSuccess }] = useUpdateBillingDetailsMutation();
  const saved = billingValuesOf(details);
  const { control, handleSubmit, reset, setError, formState } = useForm<BillingValues, unknown, BillingDetailsEdit>({
    mode: 'onTouched',
    values: saved,
    // They are also loaded again while somebody is typing.
    resetOptions: { keepDirtyValues: true },
    resolver: resolverFor(billingSchemaFor(saved)),
  });
  const unplaced = useFieldFailures({ error, setError, names: billingFields });
  const { isDirty, errors } = formState;
  const submit = handleSubmit(async (body) => {
    const { data } = await update({ params: { userId }, body });
    if (data) reset(billingValuesOf(data.billingDetails), { keepDirtyValues: false });
  });
  return (
    <form noValidate className="grid gap-6" onSubmit={(event) => void submit(event)}>
      {unplaced && (
        <div ref={showIt} className="scroll-mt-6">
          <FailureBox error={unplaced} title={titleOf(unplaced)} />
        </div>
      )}
      <Card
        footer={
          <SaveBar changed={isDirty}>
            {isDirty && (
              <Button variant="ghost" onClick={() => reset(saved, { keepDirtyValues: false })}>
                Undo changes
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              disabled={!isDirty || Object.keys(errors).length > 0}
              loading={isLoading}
              loadingText="Saving..."
              success={isSuccess}
            >
              Save Billing Details
            </Button>
          </SaveBar>
        }
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
