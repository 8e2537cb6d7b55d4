import { isOfDomain } from '@portal/contract';
import { Button, PageTitle, Skeleton, SkeletonText } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link, Navigate } from 'react-router';
import { useFeatureFlag } from '../../api/feature-flags.api.ts';
import { useUser } from '../../api/session.api.ts';
import { paths } from '../../navigation/paths.ts';
import { useSettings } from '../../settings/settings-context.ts';

/** The flag only shows a page; who may do what on it is for the API to say. */
export function StaffOnly({ children }: { children: ReactNode }) {
  const isShown = useFeatureFlag('auth_portal_admin_page');
  const { email } = useUser();
  const { companyDomain } = useSettings();
  if (isShown === undefined) return <AdminSkeleton />;
  if (isShown) return children;
  return isOfDomain(email, companyDomain) ? <NotEnabled /> : <Navigate to={paths.workspaces} replace />;
}

function AdminSkeleton() {
  return (
    <div className="grid gap-6" aria-busy>
      <PageTitle title="Admin" subtitle="&nbsp;" />
      <SkeletonText lines={1} />
      <Skeleton className="h-64" />
    </div>
  );
}

function NotEnabled() {
  return (
    <PageTitle
      title="Feature not Enabled for account"
      subtitle="If you need this page, ask whoever administers the portal."
      actions={<Button render={<Link to={paths.workspaces}>Go to your workspaces</Link>}>Go to your workspaces</Button>}
    />
  );
}
