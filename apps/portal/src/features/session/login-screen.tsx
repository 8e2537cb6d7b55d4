import { Button, ErrorBox, Mark } from '@portal/ui';
import { useEffect, useState } from 'react';
import { sendEvents } from '../../analytics/analytics.ts';
import { loginAddress } from '../../navigation/auth-addresses.ts';
import { useBrowser } from '../../navigation/browser.ts';
import { useSettings } from '../../settings/settings-context.ts';
import { hasRecentLoginAttempt, markLoginAttempt } from '../../session/login-redirect.ts';

export interface LoginScreenProps {
  signup: boolean;
  /** Why a login is wanted, where a page said so. */
  reason?: string | undefined;
}

/** Login and signup: sends people to the identity provider, but never in circles. It needs no router. */
export function LoginScreen({ signup, reason }: LoginScreenProps) {
  const { authApiUrl, productName } = useSettings();
  const { replace, assign } = useBrowser();
  // No answer of the login leads to the sign-up, so whoever comes there wants to go on.
  const [cameBack] = useState(() => !signup && hasRecentLoginAttempt());

  useEffect(() => {
    if (cameBack) return undefined;
    let isLeft = false;
    markLoginAttempt();
    void sendEvents().then(() => {
      if (!isLeft) replace(loginAddress(authApiUrl, signup));
    });
    return () => {
      isLeft = true;
    };
  }, [authApiUrl, cameBack, replace, signup]);

  return (
    <main className="mx-auto grid w-full max-w-md flex-1 content-center justify-items-center gap-6 p-8 text-center">
      <Mark size={56} />
      <div>
        <h1 tabIndex={-1} className="text-2xl tracking-tight">
          Welcome to {productName}
        </h1>
        <p role="status" className="mt-2 text-secondary">
          {cameBack ? 'Log in to manage your workspaces.' : `Taking you to the ${signup ? 'sign-up' : 'login'} page.`}
        </p>
      </div>
      {reason && <ErrorBox tone="info" message={reason} />}
      {cameBack && <ErrorBox tone="neutral" message="The last login was not completed." />}
      <div className="flex gap-2">
        <Button variant={signup ? 'secondary' : 'primary'} onClick={() => assign(loginAddress(authApiUrl, false))}>
          Log in
        </Button>
        <Button variant={signup ? 'primary' : 'secondary'} onClick={() => assign(loginAddress(authApiUrl, true))}>
          Sign up
        </Button>
      </div>
    </main>
  );
}
