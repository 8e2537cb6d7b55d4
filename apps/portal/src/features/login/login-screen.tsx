import { Alert, Button, Logo } from '@portal/ui';
import { useEffect, useState } from 'react';
import { flushEvents } from '../../analytics/analytics.ts';
import { loginUrl } from '../../api/http/auth-api-urls.ts';
import { useBrowser, whenPageLoaded } from '../../lib/browser.ts';
import { paths } from '../../lib/paths.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { hasRecentLoginAttempt, recordLoginAttempt, savedInvitation } from '../../session/tab-state.ts';

export interface LoginScreenProps {
  signup: boolean;
  /**
   * The query string: `passwordChanged` after a password reset, which is not an incomplete login; `retry` if the user asks for
   * another login on the API's page about a failed one; `cancelled` after the user went back from the identity provider;
   * `loggedOut` after a logout, where the user has to ask for the next login.
   */
  search?: string;
  /** Why the login is required, if the page gives a reason. */
  reason?: string | undefined;
}

/**
 * Redirects to the identity provider for login or signup. If the user returns without a login, it shows buttons instead, so
 * that there is no redirect loop. Also after a logout: a login that the user did not start would look like one that was not completed.
 * It does not need a router.
 */
export function LoginScreen({ signup, search, reason }: LoginScreenProps) {
  const { authApiUrl, productName } = useSettings();
  const { assign, replaceUrl } = useBrowser();
  const query = new URLSearchParams(search);
  const isLoggedOut = query.has('loggedOut');
  const isRequested = query.has('passwordChanged') || query.has('retry');
  const [invitation] = useState(() => savedInvitation()?.token);
  const urlOf = (forSignup: boolean) => loginUrl(authApiUrl, forSignup, invitation);
  const nextUrl = urlOf(signup);
  const [hasReturned, setHasReturned] = useState(() => {
    if (query.has('cancelled')) return true;
    // The identity provider never redirects to the signup page, so a visit to it is always intended.
    const isIntended = signup || isLoggedOut || isRequested;
    return !isIntended && hasRecentLoginAttempt();
  });
  const waitsForClick = hasReturned || isLoggedOut;
  const nextStep =
    invitation === undefined
      ? 'Log in to manage your workspaces.'
      : 'Log in or sign up with the email address that received your invitation.';

  // The browser's back button can show this page as the user left it.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setHasReturned(true);
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  useEffect(() => {
    if (waitsForClick) return undefined;
    let isUnmounted = false;
    recordLoginAttempt();
    // The request is for one login: a page that is loaded again must not redirect again.
    if (isRequested) replaceUrl(paths.login);
    // With a history entry, so that the back button leads from the identity provider to this page.
    void Promise.all([flushEvents(), whenPageLoaded()]).then(() => {
      if (!isUnmounted) assign(nextUrl);
    });
    return () => {
      isUnmounted = true;
    };
  }, [assign, replaceUrl, isRequested, nextUrl, waitsForClick]);

  return (
    <main className="mx-auto grid w-full max-w-md flex-1 content-center justify-items-center gap-6 p-8 text-center">
      <Logo size={56} />
      <div>
        <h1 tabIndex={-1} className="text-2xl tracking-tight">
          Welcome to {productName}
        </h1>
        <p role="status" className="mt-2 text-secondary">
          {waitsForClick ? nextStep : `Taking you to the ${signup ? 'sign-up' : 'login'} page.`}
        </p>
      </div>
      {reason && <Alert tone="info" message={reason} />}
      {hasReturned && <Alert tone="neutral" message="You didn’t finish logging in." />}
      <div className="flex gap-2">
        <Button variant={signup ? 'secondary' : 'primary'} onClick={() => assign(urlOf(false))}>
          Log in
        </Button>
        <Button variant={signup ? 'primary' : 'secondary'} onClick={() => assign(urlOf(true))}>
          Sign up
        </Button>
      </div>
    </main>
  );
}
