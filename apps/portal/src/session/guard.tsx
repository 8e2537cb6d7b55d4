import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useWhoamiQuery } from '../api/session.api.ts';
import { StartSplash } from '../components/start-splash.tsx';
import { asFailure, type Failure } from '../http/failure.ts';
import { paths, type RouteName } from '../navigation/paths.ts';
import { FailureBox } from '../requests/failure-box.tsx';
import { accessTo, isOpenUnchecked } from './access-rules.ts';
import { rememberPath, type LoginState } from './login-redirect.ts';
import { useLoginCompleted } from './use-login-completed.ts';

export interface GuardProps {
  route: RouteName;
  /** Why the page requires a login, where that needs saying. */
  loginReason: string | undefined;
  /** The page. */
  children: ReactNode;
}

/** Shows the page or leads elsewhere, once it is known who is logged in. */
export function Guard({ route, loginReason, children }: GuardProps) {
  const { data, error, isFetching, refetch } = useWhoamiQuery();
  const failure = asFailure(error);
  const user = data?.user ?? null;
  useLoginCompleted(route);

  const isAnswered = data !== undefined || failure?.status === 401;
  if (!isAnswered && !isOpenUnchecked(route)) {
    if (!failure) return <StartSplash value={70} />;
    const needsLogin = accessTo({ route, user: null }) === 'login';
    return <Unreachable {...{ failure, needsLogin }} isRetrying={isFetching} onRetry={refetch} />;
  }
  const access = accessTo({ route, user });
  if (access === 'allowed') return children;
  if (access === 'login') return <ToLogin reason={loginReason} />;
  return (
    <>
      <StartSplash value={85} />
      <Navigate to={access.redirectTo} replace />
    </>
  );
}

function ToLogin({ reason }: { reason: string | undefined }) {
  const { pathname, search, hash } = useLocation();
  useEffect(() => rememberPath(pathname + search + hash), [pathname, search, hash]);
  return (
    <>
      <StartSplash value={85} />
      <Navigate to={paths.login} replace state={{ reason } satisfies LoginState} />
    </>
  );
}

interface UnreachableProps {
  failure: Failure;
  needsLogin: boolean;
  isRetrying: boolean;
  onRetry: () => unknown;
}

/** Shown instead of any page when the API can't say who is logged in. An outage logs no one out; the box retries automatically. */
function Unreachable({ failure, needsLogin, isRetrying, onRetry }: UnreachableProps) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-form content-center gap-4 p-8">
      <h1 className="text-2xl">We can’t reach the service right now</h1>
      <p className="text-secondary">
        {needsLogin && 'If you were logged in, you still are. '}Check your connection, or wait a moment: this page tries
        again by itself.
      </p>
      <FailureBox error={failure} isTrying={isRetrying} onRetry={() => void onRetry()} />
    </main>
  );
}
