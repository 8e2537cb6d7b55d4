import { Card, PageTitle, Skeleton, SkeletonField, VisuallyHidden } from '@portal/ui';
import { useGetBillingDetailsQuery } from '../../api/billing.api.ts';
import { useUser } from '../../api/session.api.ts';
import { useAskAgain } from '../../requests/ask-again.ts';
import { PaymentOutcome, usePaymentOutcome } from '../../payments/payment-outcome.tsx';
import { Payments } from '../../payments/payments.tsx';
import { FailureBox } from '../../requests/failure-box.tsx';
import { BillingForm } from './billing-form.tsx';

export function Component() {
  const { id: userId } = useUser();
  const outcome = usePaymentOutcome();
  const query = useGetBillingDetailsQuery({ params: { userId } });
  const { data, error, refetch } = query;
  useAskAgain(data?.billingDetails.companyInformation.taxNumberState === 'pending', query);
  return (
    <div className="grid gap-6">
      <PageTitle title="Update Your Billing Information" subtitle="Who pays, by what, and what the invoices say." />
      <PaymentOutcome outcome={outcome} />
      <div className="form-and-aside">
        <div className="grid gap-6">
          <FailureBox error={error} title="Your billing details could not be loaded" onRetry={() => void refetch()} />
          {data && <BillingForm details={data.billingDetails} />}
          {!data && !error && <FormSkeleton />}
        </div>
        <Card title="Subscription" className="sticky top-8">
          <Payments awaitsCard={outcome === 'pending'} />
        </Card>
      </div>
    </div>
  );
}

/** How many fields stand side by side in the rows of each group of the form. */
const groups = [
  [2, 1],
  [1, 2, 1],
  [1, 1, 2, 2],
];

function FormSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Card>
        <div className="grid gap-8">
          {groups.map((rows, group) => (
            <div key={group} className="form-rows">
              <Skeleton className="-mb-3 h-6 w-44" />
              {rows.map((fields, row) => (
                <div key={row} className={fields === 1 ? '' : 'form-columns'}>
                  {Array.from({ length: fields }, (_, field) => (
                    <SkeletonField key={field} />
                  ))}
                </div>
              ))}
            </div>
          ))}
        </div>
      </Card>
    </div>
  );
}
