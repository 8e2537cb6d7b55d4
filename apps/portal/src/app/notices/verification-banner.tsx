import { displayEmail, type User } from '@portal/contract';
import { Banner, Button, moveFocusOnUnmount } from '@portal/ui';
import { lazy, Suspense } from 'react';
import { track } from '../../analytics/analytics.ts';
import { useCreateBillingIntegrationMutation } from '../../api/billing.api.ts';
import { toRequestError } from '../../api/http/request-error.ts';
import { useRefreshAuth0ProfileMutation, useResendEmailVerificationMutation } from '../../api/users.api.ts';
import { useSessionEnded } from '../../session/session-state.ts';
import { useBackgroundEmailCheck } from './use-background-email-check.ts';

const InboxLink = lazy(() => import('./inbox-link.tsx'));

/** Shown until the email is verified. */
export function VerificationBanner({ user }: { user: User }) {
  const params = { userId: user.id };
  // The fixed cache keys keep the results when the banner is mounted again on another page.
  const [refresh, refreshing] = useRefreshAuth0ProfileMutation({ fixedCacheKey: `verify ${user.id}` });
  const [resend, resending] = useResendEmailVerificationMutation({ fixedCacheKey: `resend ${user.id}` });
  const [createBilling] = useCreateBillingIntegrationMutation();
  const stillUnverified = refreshing.isError || refreshing.data?.user.emailVerified === false;
  const sessionEnded = useSessionEnded();
  useBackgroundEmailCheck(user.id);
  const error = toRequestError(refreshing.error) ?? toRequestError(resending.error);

  const check = async () => {
    if (resending.isError) resending.reset();
    const { data } = await refresh({ params });
    if (!data?.user.emailVerified) return;
    track('email-verified-manually');
    // The API requires accepted terms. If this request fails, the API creates the integration later.
    if (!data.user.needsTosUpdate) void createBilling({ params });
  };
  const send = async () => {
    if (refreshing.isError) refreshing.reset();
    const { error: resendError } = await resend({ params });
    // The refresh also loads what depends on the verified email.
    if (toRequestError(resendError)?.type === 'EmailAlreadyVerified') void refresh({ params });
  };
  // If the email is already verified, the banner disappears. The end of the session has a dialog of its own.
  const isHidden = error?.type === 'EmailAlreadyVerified' || (sessionEnded && error?.status === 401);
  const visibleError = isHidden ? undefined : error;
  return (
    <Banner
      actions={
        <>
          <Button
            ref={moveFocusOnUnmount}
            size="sm"
            loading={refreshing.isLoading}
            loadingText="Checking..."
            onClick={() => void check()}
          >
            {stillUnverified ? 'Not Verified, Try Again' : 'Already verified?'}
          </Button>
          {!resending.isSuccess && (
            <Button
              ref={moveFocusOnUnmount}
              size="sm"
              loading={resending.isLoading}
              loadingText="Sending..."
              onClick={() => void send()}
            >
              Resend Email
            </Button>
          )}
        </>
      }
    >
      <span className="block font-medium">You will not be able to use the product until you verify your email.</span>
      <span className="block">
        {resending.isSuccess
          ? `Open the link in the new email we sent to ${displayEmail(user.email)}.`
          : `Open the link in the email we sent to ${displayEmail(user.email)}.`}
        <Suspense>
          <InboxLink email={user.email} />
        </Suspense>
      </span>
      {visibleError && (
        <span role="alert" className="block font-medium">
          ERROR: {visibleError.message}
        </span>
      )}
    </Banner>
  );
}
