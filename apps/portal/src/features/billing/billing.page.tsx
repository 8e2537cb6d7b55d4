import { Card, PageTitle, Skeleton, SkeletonField, VisuallyHidden } from '@portal/ui';
import { Fragment } from 'react';
import { useGetBillingDetailsQuery } from '../../api/billing.api.ts';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { CheckoutResultAlert, PaymentSection, useCheckoutResult } from '../../components/payment-section.tsx';
import { usePolling } from '../../lib/use-polling.ts';
import { BillingContacts } from './billing-contacts.tsx';
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
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_40rem]">
        <Card title="Subscription">
          <PaymentSection isCardPending={checkoutResult === 'pending'} />
        </Card>
        <div className="grid max-w-form gap-6">
          <ErrorAlert error={error} title="Your billing details could not be loaded" onRetry={() => void refetch()} />
          {data && <BillingForm details={data.billingDetails} />}
          {!data && !error && <FormSkeleton />}
          <BillingContacts />
        </div>
      </div>
    </div>
  );
}

interface SkeletonRow {
  readonly fields: 1 | 2;
  readonly hasHint?: true;
}

/** The rows of each group of the form. */
const skeletonGroups: readonly (readonly SkeletonRow[])[] = [
  [
    { fields: 2, hasHint: true },
    { fields: 1, hasHint: true },
  ],
  [{ fields: 1 }, { fields: 2, hasHint: true }, { fields: 1, hasHint: true }],
  [{ fields: 1 }, { fields: 1 }, { fields: 2, hasHint: true }, { fields: 2 }],
];

function FormSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Card footer={<div className="h-[61px]" />}>
        <div className="grid gap-6">
          {skeletonGroups.map((rows, group) => (
            <Fragment key={group}>
              {group > 0 && <hr className="-mx-5 border-line" />}
              <div>
                <Skeleton className="mb-4 h-6 w-44" />
                <div className="form-rows">
                  {rows.map(({ fields, hasHint }, row) => (
                    <div key={row} className={`${fields === 2 ? 'form-columns' : ''} ${hasHint ? 'pb-4' : ''}`}>
                      {Array.from({ length: fields }, (_, field) => (
                        <SkeletonField key={field} />
                      ))}
                    </div>
                  ))}
                </div>
              </div>
            </Fragment>
          ))}
        </div>
      </Card>
    </div>
  );
}
