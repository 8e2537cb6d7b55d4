import { Card, Skeleton } from '@portal/ui';
import { useGetLoginSecurityQuery } from '../../api/login-security.api.ts';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { AccountPage } from '../../components/settings-nav/account-page.tsx';
import { LoginMethod } from './login-method.tsx';
import { OtherAccounts } from './other-accounts.tsx';
import { Password } from './password.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions, useSessions } from './sessions.tsx';

export function Component() {
  const { id: userId } = useUser();
  const query = useGetLoginSecurityQuery({ params: { userId } }, { refetchOnMountOrArgChange: true });
  const { data, error } = query;
  const sessions = useSessions(userId);
  const bothFailed = error !== undefined && sessions.error !== undefined;
  const retry = () => {
    void query.refetch();
    if (bothFailed) void sessions.refetch();
  };
  return (
    <AccountPage
      page="security"
      title="Login and security"
      subtitle="How you log in, what protects your login, and where you’re logged in."
    >
      {!data && !error && <LoadingSections />}
      <ErrorAlert
        error={error}
        title={bothFailed ? 'We could not load how and where you log in' : 'We could not load how you log in'}
        onRetry={retry}
      />
      {data && <LoginMethod {...data} />}
      {data?.kind === 'password' && (
        <Password changedAt={data.passwordChange?.changedAt ?? null} canChange={data.canChangePassword} />
      )}
      {data?.kind === 'password' && <SecondFactor {...data.secondFactor} />}
      {data && <OtherAccounts methods={data.otherLogins} />}
      {(sessions.data || !bothFailed) && (
        <Sessions query={sessions} hidesError={bothFailed} passwordChange={data?.passwordChange ?? null} />
      )}
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
