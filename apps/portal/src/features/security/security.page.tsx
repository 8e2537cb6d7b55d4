import { Card, Skeleton } from '@portal/ui';
import { useGetLoginSecurityQuery } from '../../api/login-security.api.ts';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { AccountPage } from '../../components/settings-nav/account-page.tsx';
import { LoginMethod } from './login-method.tsx';
import { OtherAccounts } from './other-accounts.tsx';
import { Password } from './password.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

export function Component() {
  const { id: userId } = useUser();
  const query = useGetLoginSecurityQuery({ params: { userId } }, { refetchOnMountOrArgChange: true });
  const { data, error, refetch } = query;
  return (
    <AccountPage
      page="security"
      title="Login and security"
      subtitle="How you log in, what protects your login, and where you’re logged in."
    >
      {!data && !error && <LoadingSections />}
      <ErrorAlert error={error} title="We could not load how you log in" onRetry={() => void refetch()} />
      {data && <LoginMethod {...data} />}
      {data?.kind === 'password' && (
        <Password changedAt={data.passwordChange?.changedAt ?? null} canChange={data.canChangePassword} />
      )}
      {data?.kind === 'password' && <SecondFactor {...data.secondFactor} />}
      {data && <OtherAccounts methods={data.otherLogins} />}
      <Sessions passwordChange={data?.passwordChange ?? null} />
    </AccountPage>
  );
}

/** The sections of a user with a password. */
function LoadingSections() {
  return (
    <>
      <Card title="How you log in">
        <Skeleton className="h-5 w-72 max-w-full" />
      </Card>
      <Card title="Password">
        <div className="grid gap-4">
          <Skeleton className="h-5 w-110 max-w-full" />
          <Skeleton className="h-9 w-40" />
        </div>
      </Card>
      <Card title="Second factor">
        <div className="grid gap-4">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-9 w-24" />
          <Skeleton className="h-5 w-full" />
        </div>
      </Card>
    </>
  );
}
