import { isInDomain, noStaffRightsMessage } from '@portal/contract';
import { Button, Alert, PageTitle, Skeleton } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link, Navigate } from 'react-router';
import { useFeatureFlag } from '../../api/feature-flags.api.ts';
import { useUser, useWhoamiState } from '../../api/session.api.ts';
import { internalNavigation } from '../../lib/internal-navigation.ts';
import { paths } from '../../lib/paths.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { useNewLogin } from '../../session/use-new-login.ts';

interface StaffOnlyProps {
  children: ReactNode;
  /** Shown until the feature flag is known. */
  skeleton?: ReactNode;
}

/** Shows the admin pages when the feature flag is on. The API authorizes each call. */
export function StaffOnly({ children, skeleton = <AdminSkeleton /> }: StaffOnlyProps) {
  const isShown = useFeatureFlag('auth_portal_admin_page');
  const { email } = useUser();
  const session = useWhoamiState().data?.session;
  const { companyDomain } = useSettings();
  if (isShown === undefined) return skeleton;
  if (isShown && session?.isStaff === false) return <NoStaffRights />;
  if (isShown) return children;
  return isInDomain(email, companyDomain) ? <NotEnabled /> : <Navigate to={paths.workspaces} replace />;
}

function AdminSkeleton() {
  return (
    <div className="grid gap-6" aria-busy>
      <PageTitle title="Admin" subtitle="&nbsp;" />
      <div className="section-tabs h-10" />
      <Skeleton className="h-64" />
    </div>
  );
}

/**
 * The API would reject every call of this session. A new login can add the second factor, but no login makes an account of
 * another domain a staff account.
 */
function NoStaffRights() {
  const logIn = useNewLogin();
  const { email } = useUser();
  const isCompanyAccount = isInDomain(email, useSettings().companyDomain);
  return (
    <div className="grid gap-6">
      <PageTitle title="Admin" />
      <Alert
        tone="warning"
        message={isCompanyAccount ? noStaffRightsMessage : 'Only staff accounts can open these pages.'}
        action={
          <div className="flex gap-2">
            {isCompanyAccount && (
              <Button variant="primary" onClick={logIn}>
                Log in again
              </Button>
            )}
            <Button render={<Link to={paths.logout} state={internalNavigation} />}>Use another account</Button>
          </div>
        }
      />
    </div>
  );
}

function NotEnabled() {
  return (
    <PageTitle
      title="Feature not Enabled for account"
      subtitle="Ask an administrator of the portal for access."
      actions={<Button render={<Link to={paths.workspaces}>Go to your workspaces</Link>}>Go to your workspaces</Button>}
    />
  );
}
