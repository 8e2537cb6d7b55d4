import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useWhoamiQuery } from '../api/session.api.ts';
import { asFailure } from '../http/failure.ts';
import { rememberPath, type LoginState } from '../navigation/login-redirect.ts';
import { paths } from '../navigation/paths.ts';
import { useArrival } from './arrival.ts';
import type { Page } from './router.tsx';
import { Shell } from './shell/shell.tsx';
import { StartSplash } from './start-splash.tsx';
import { Unreachable } from './unreachable.tsx';
import { useUsage } from './usage.ts';
import { needsNoAnswer, whereTo } from './where-to.ts';

/** Lets a visit through to its page, or leads it elsewhere, once it is known who somebody is. */
export function Guard({ page, children }: { page: Page; children: ReactNode }) {
  const { data, error, isFetching, refetch } = useWhoamiQuery();
  const failure = asFailure(error);
  const user = data?.user ?? null;
  const answered = data !== undefined || failure?.status === 401;
  const verdict = answered || needsNoAnswer(page.route) ? whereTo({ route: page.route, user }) : undefined;
  useUsage(verdict === 'stay' ? page.route : undefined, user?.id);
  useArrival(page.route);

  if (verdict === undefined) {
    if (failure) {
      const forSomebody = whereTo({ route: page.route, user: null }) === 'login';
      return <Unreachable {...{ failure, forSomebody }} isTrying={isFetching} onRetry={refetch} />;
    }
    return <StartSplash value={70} />;
  }
  if (verdict === 'login') return <ToLogin reason={page.loginReason} />;
  if (verdict !== 'stay') {
    return (
      <>
        <StartSplash value={85} />
        <Navigate to={verdict.to} replace />
      </>
    );
  }
  return (
    <Shell user={user} page={page}>
      {children}
    </Shell>
  );
}

function ToLogin({ reason }: { reason: string | undefined }) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    rememberPath(pathname + search + hash);
    void navigate(paths.login, { replace: true, state: { reason } satisfies LoginState });
  }, [pathname, search, hash, navigate, reason]);
  return <StartSplash value={85} />;
}
