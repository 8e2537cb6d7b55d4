import { Card, PageTitle, Skeleton, VisuallyHidden } from '@portal/ui';
import { useGetBillingDetailsQuery } from '../../api/billing.api.ts';
import { useUser } from '../../api/session.api.ts';
import { useAskAgain } from '../../payments/ask-again.ts';
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
    <div className="mx-auto grid max-w-[62rem] gap-6">
      <PageTitle title="Update Your Billing Information" subtitle="Who pays, by what, and what the invoices say." />
      <PaymentOutcome outcome={outcome} />
      <FailureBox error={error} title="Your billing details could not be loaded" onRetry={() => void refetch()} />
      <div className="billing-columns">
        <div>
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

/** The rows of fields in each group of the form. */
const groups = [2, 3, 4];

function FormSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <VisuallyHidden>Loading...</VisuallyHidden>
      {groups.map((rows) => (
        <Card key={rows}>
          <Skeleton className="mb-6 h-6 w-44" />
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className="mb-1.5 grid h-[5.375rem] content-start gap-1.5">
              <Skeleton className="h-4 w-24" />
              <Skeleton className="h-9" />
            </div>
          ))}
        </Card>
      ))}
    </div>
  );
}
