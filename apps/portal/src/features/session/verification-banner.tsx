import type { User } from '@portal/contract';
import { Banner, Button } from '@portal/ui';
import { useState } from 'react';
import { useRefreshAuth0ProfileMutation, useResendEmailVerificationMutation } from '../../api/users.api.ts';
import { asFailure } from '../../http/failure.ts';

/** Stays until the e-mail address is verified. */
export default function VerificationBanner({ user }: { user: User }) {
  const params = { userId: user.id };
  const [refresh, refreshing] = useRefreshAuth0ProfileMutation();
  const [resend, resending] = useResendEmailVerificationMutation();
  const [stillUnverified, setStillUnverified] = useState(false);
  const failure = asFailure(refreshing.error) ?? asFailure(resending.error);

  const check = async () => {
    resending.reset();
    const { data } = await refresh({ params });
    setStillUnverified(data?.user.emailVerified !== true);
  };
  const send = async () => {
    refreshing.reset();
    const { error } = await resend({ params });
    // The provider knows better than we do: take its answer over.
    if (asFailure(error)?.type === 'EmailAlreadyVerified') await refresh({ params });
  };
  const shownFailure = failure?.type === 'EmailAlreadyVerified' ? undefined : failure;
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
      {resending.isSuccess
        ? `We sent the verification email to ${user.email} again.`
        : `Please verify your email address. We sent a link to ${user.email}.`}
      {shownFailure && (
        <span role="alert" className="block font-medium">
          ERROR: {shownFailure.message}
        </span>
      )}
    </Banner>
  );
}
