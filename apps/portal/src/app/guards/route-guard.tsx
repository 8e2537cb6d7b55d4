import { Logo } from '@portal/ui';
import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { toRequestError, type RequestError } from '../../api/http/request-error.ts';
import { useWhoamiQuery } from '../../api/session.api.ts';
import { ErrorAlert, isTransient } from '../../components/error-alert.tsx';
import { SplashScreen } from '../../components/splash-screen.tsx';
import { paths, type RouteName } from '../../lib/paths.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { useLoggedOutElsewhere } from '../../session/session-state.ts';
import { saveLoginRedirect, type LoginState } from '../../session/tab-state.ts';
import { useLoginCompleted } from '../../session/use-login-completed.ts';
import { AppShell } from '../layout/app-shell.tsx';
import { decideAccess, isOpenWithoutSession } from './access-rules.ts';

export interface RouteGuardProps {
  route: RouteName;
  /** Why the page requires a login, if the page gives a reason. */
  loginReason: string | undefined;
  /** The page. */
  children: ReactNode;
}

/** Shows the page, or redirects, when the session is loaded. */
export function RouteGuard({ route, loginReason, children }: RouteGuardProps) {
  const { data, error: queryError, isFetching, refetch } = useWhoamiQuery();
  const error = toRequestError(queryError);
  const user = data?.user ?? null;
  useLoginCompleted(route);
  const isLoggedOutElsewhere = useLoggedOutElsewhere();
  if (isLoggedOutElsewhere && !route.startsWith('logout')) return <AppShell user={null} route={route} />;

  const isSessionKnown = data !== undefined || error?.status === 401;
  if (!isSessionKnown && !isOpenWithoutSession(route)) {
    if (!error) return <SplashScreen value={70} />;
    const needsLogin = decideAccess({ route, user: null }) === 'login';
    return (
      <AppShell user={null} route={route}>
        <Unreachable {...{ error, needsLogin }} isRetrying={isFetching} onRetry={refetch} />
      </AppShell>
    );
  }
  const access = decideAccess({ route, user });
  if (access === 'allowed') return children;
  if (access === 'login') return <RedirectToLogin reason={loginReason} />;
  const { redirectTo } = access;
  return returnRoutes.includes(route) ? <RedirectAndReturn to={redirectTo} /> : <Redirect to={redirectTo} />;
}

function Redirect({ to }: { to: string }) {
  return (
    <>
      <SplashScreen value={85} />
      <Navigate to={to} replace />
    </>
  );
}

/** Pages to which a new user returns when they have accepted the terms and completed their profile. */
const returnRoutes: readonly RouteName[] = ['invitation', 'device', 'terminal'];

function RedirectAndReturn({ to }: { to: string }) {
  useSavePath();
  return <Redirect to={to} />;
}

/** Stores the path of the page, to be opened after the login. */
function useSavePath() {
  const { pathname, search, hash } = useLocation();
  useEffect(() => saveLoginRedirect(pathname + search + hash), [pathname, search, hash]);
}

function RedirectToLogin({ reason }: { reason: string | undefined }) {
  useSavePath();
  return (
    <>
      <SplashScreen value={85} />
      <Navigate to={paths.login} replace state={{ reason } satisfies LoginState} />
    </>
  );
}

interface UnreachableProps {
  error: RequestError;
  needsLogin: boolean;
  isRetrying: boolean;
  onRetry: () => unknown;
}

/** The errors of a service that was reached. The API and proxies respond with them. */
const refusals: Readonly<Partial<Record<number, { readonly heading: string; readonly remedy: string }>>> = {
  429: { heading: 'Too many requests', remedy: 'Wait a minute, then try again.' },
  431: { heading: 'Too many cookies', remedy: 'Delete the cookies of this site, then try again.' },
};

const outage = { heading: 'We can’t reach the service right now', remedy: 'Check your connection.' };

/** Shown if the session could not be loaded. An outage logs no one out. The alert retries automatically. */
function Unreachable({ error, needsLogin, isRetrying, onRetry }: UnreachableProps) {
  const { supportEmail } = useSettings();
  const { heading, remedy } = refusals[error.status] ?? outage;
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-6 pt-20 text-center">
      <Logo size={44} />
      <div>
        <h1 className="text-2xl">{heading}</h1>
        <p className="mt-2 text-secondary">
          {needsLogin && <span>If you were logged in, you still are. </span>}
          <span>
            {remedy}
            {isTransient(error) && ' This page retries automatically.'}
          </span>
        </p>
      </div>
      <div className="w-full text-left">
        <ErrorAlert error={error} isRetrying={isRetrying} onRetry={() => void onRetry()} />
      </div>
      <p className="text-secondary">
        If the problem persists,{' '}
        <a href={`mailto:${supportEmail}`} className="text-link">
          contact support
        </a>
        .
      </p>
    </div>
  );
}
