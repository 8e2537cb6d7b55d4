import { Card, PageTitle, Skeleton, SkeletonField, VisuallyHidden } from '@portal/ui';
import { useGetBillingDetailsQuery } from '../../api/billing.api.ts';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { CheckoutResultAlert, PaymentSection, useCheckoutResult } from '../../components/payment-section.tsx';
import { usePolling } from '../../lib/use-polling.ts';
import { BillingForm } from './billing-form.tsx';

export function Component() {
  const { id: userId } = useUser();
  const checkoutResult = useCheckoutResult();
  const query = useGetBillingDetailsQuery({ params: { userId } });
  const { data, error, refetch } = query;
  usePolling(data?.billingDetails.companyInformation.taxNumberState === 'pending', query);
  return (
    <div className="grid gap-6">
      <PageTitle
        title="Update Your Billing Information"
        subtitle="Manage who is billed, how you pay and what appears on invoices."
      />
      <CheckoutResultAlert result={checkoutResult} />
      <Card title="Subscription">
        <PaymentSection isCardPending={checkoutResult === 'pending'} />
      </Card>
      <div className="grid max-w-160 gap-6">
        <ErrorAlert error={error} title="Your billing details could not be loaded" onRetry={() => void refetch()} />
        {data && <BillingForm details={data.billingDetails} />}
        {!data && !error && <FormSkeleton />}
      </div>
    </div>
  );
}

/** The number of fields in each row, for each group of the form. */
const skeletonGroups = [
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
          {skeletonGroups.map((rows, group) => (
            <div key={group} className="form-rows">
              <Skeleton className="mb-2 h-6 w-44" />
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
