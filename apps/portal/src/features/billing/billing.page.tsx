import { Card, PageTitle, Skeleton, SkeletonField, SkeletonText, VisuallyHidden } from '@portal/ui';
import { useGetBillingDetailsQuery } from '../../api/billing.api.ts';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { CheckoutResultAlert, PaymentSection, useCheckoutResult } from '../../components/payment-section.tsx';
import { usePolling } from '../../lib/use-polling.ts';
import { BillingContacts } from './billing-contacts.tsx';
import { groupColumns } from './billing-fields.tsx';
import { BillingDetailsCard } from './billing-form.tsx';
import { summaryWidth } from './billing-summary.tsx';
import { wasSummary } from './remembered-summary.ts';

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
      {/* A summary is beside the contacts, and a form above them. */}
      <div className="flex flex-wrap gap-6">
        <div className="w-full empty:hidden">
          <ErrorAlert error={error} title="Your billing details could not be loaded" onRetry={() => void refetch()} />
        </div>
        {data && <BillingDetailsCard details={data.billingDetails} />}
        {!data && !error && (wasSummary() ? <SummarySkeleton /> : <FormSkeleton />)}
        <div className="min-w-0 flex-2 basis-80">
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

function SummarySkeleton() {
  return (
    <div role="status" className={summaryWidth}>
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Card title="Billing details" className="h-full">
        <SkeletonText lines={8} />
      </Card>
    </div>
  );
}

function FormSkeleton() {
  const [contact, company, billing] = skeletonGroups.map((rows, group) => <GroupSkeleton key={group} rows={rows} />);
  return (
    <div role="status" className="w-full">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <Card footer={<div className="h-[61px]" />}>
        <div className={groupColumns}>
          <div className="grid content-start gap-6">
            {contact}
            <hr className="-mx-5 border-line lg:mx-0" />
            {company}
          </div>
          <hr className="-mx-5 border-line lg:hidden" />
          {billing}
        </div>
      </Card>
    </div>
  );
}

function GroupSkeleton({ rows }: { rows: readonly SkeletonRow[] }) {
  return (
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
  );
}
