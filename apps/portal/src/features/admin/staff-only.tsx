import { isOfDomain, noStaffRights } from '@portal/contract';
import { Button, ErrorBox, PageTitle, Skeleton, SkeletonText } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { useFeatureFlag } from '../../api/feature-flags.api.ts';
import { useUser, useWhoamiState } from '../../api/session.api.ts';
import { freshLoginAddress } from '../../navigation/auth-addresses.ts';
import { useBrowser } from '../../navigation/browser.ts';
import { ownNavigation } from '../../navigation/own-navigation.ts';
import { paths } from '../../navigation/paths.ts';
import { rememberPath } from '../../session/login-redirect.ts';
import { useSettings } from '../../settings/settings-context.ts';

/** The flag only shows a page; who may do what on it is for the API to say. */
export function StaffOnly({ children }: { children: ReactNode }) {
  const isShown = useFeatureFlag('auth_portal_admin_page');
  const { email } = useUser();
  const session = useWhoamiState().data?.session;
  const { companyDomain } = useSettings();
  if (isShown === undefined) return <AdminSkeleton />;
  if (isShown && session?.isStaff === false) return <NoStaffRights />;
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

/** The sections could only show this refusal of the API, each of them. A fresh login may bring the second factor. */
function NoStaffRights() {
  const { authApiUrl } = useSettings();
  const { pathname, search, hash } = useLocation();
  const browser = useBrowser();
  const logIn = () => {
    rememberPath(pathname + search + hash);
    browser.assign(freshLoginAddress(authApiUrl));
  };
  return (
    <div className="grid gap-6">
      <PageTitle title="Admin" />
      <ErrorBox
        tone="warning"
        message={noStaffRights}
        action={
          <div className="flex gap-2">
            <Button variant="primary" onClick={logIn}>
              Log in again
            </Button>
            <Button render={<Link to={paths.logout} state={ownNavigation} />}>Use another account</Button>
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
      subtitle="If you need this page, ask whoever administers the portal."
      actions={<Button render={<Link to={paths.workspaces}>Go to your workspaces</Link>}>Go to your workspaces</Button>}
    />
  );
}
