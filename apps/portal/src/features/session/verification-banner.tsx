import type { User } from '@portal/contract';
import { Banner, Button } from '@portal/ui';
import { track } from '../../analytics/analytics.ts';
import { useCreateBillingIntegrationMutation } from '../../api/billing.api.ts';
import { useRefreshAuth0ProfileMutation, useResendEmailVerificationMutation } from '../../api/users.api.ts';
import { asFailure } from '../../http/failure.ts';
import { useSessionEnded } from '../../session/session-state.ts';
import { useQuietCheck } from './quiet-check.ts';

/** Stays until the e-mail address is verified. */
export function VerificationBanner({ user }: { user: User }) {
  const params = { userId: user.id };
  // Both are kept in the store, so that what was answered stays so when another page brings another banner.
  const [refresh, refreshing] = useRefreshAuth0ProfileMutation({ fixedCacheKey: `verify ${user.id}` });
  const [resend, resending] = useResendEmailVerificationMutation({ fixedCacheKey: `resend ${user.id}` });
  const [createBilling] = useCreateBillingIntegrationMutation();
  const stillUnverified = refreshing.isError || refreshing.data?.user.emailVerified === false;
  const sessionEnded = useSessionEnded();
  useQuietCheck(user.id);
  const failure = asFailure(refreshing.error) ?? asFailure(resending.error);

  const check = async () => {
    if (resending.isError) resending.reset();
    const { data } = await refresh({ params });
    if (!data?.user.emailVerified) return;
    track('email-verified-manually');
    // Whatever fails of it is made up for by the API itself. It waits for the terms.
    if (!data.user.needsTosUpdate) void createBilling({ params });
  };
  const send = async () => {
    if (refreshing.isError) refreshing.reset();
    const { error } = await resend({ params });
    // Then what else the verified address brings is asked for, too.
    if (asFailure(error)?.type === 'EmailAlreadyVerified') void refresh({ params });
  };
  // That the address is verified is no fault: the banner goes.
  const saidElsewhere = failure?.type === 'EmailAlreadyVerified' || (sessionEnded && failure?.status === 401);
  const shownFailure = saidElsewhere ? undefined : failure;
  return (
    <Banner
      actions={
        <>
          <Button size="sm" loading={refreshing.isLoading} loadingText="Checking..." onClick={() => void check()}>
            {stillUnverified ? 'Not Verified, Try Again' : 'Already verified?'}
          </Button>
          {!resending.isSuccess && (
            <Button size="sm" loading={resending.isLoading} loadingText="Sending..." onClick={() => void send()}>
              Resend Email
            </Button>
          )}
        </>
      }
    >
      <span className="block font-medium">You will not be able to use the product until you verify your email.</span>
      <span className="block">
        {resending.isSuccess
          ? `We sent a verification email to ${user.email}. Open the link in it.`
          : `Please open the link in the mail to ${user.email}.`}
      </span>
      {shownFailure && (
        <span role="alert" className="block font-medium">
          ERROR: {shownFailure.message}
        </span>
      )}
    </Banner>
  );
}
