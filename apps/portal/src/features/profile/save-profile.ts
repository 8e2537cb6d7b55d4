import type { ProfileEdit, User } from '@portal/contract';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { track } from '../../analytics/analytics.ts';
import { useCreateBillingIntegrationMutation } from '../../api/billing.api.ts';
import { useUser } from '../../api/session.api.ts';
import {
  useCompleteProfileMutation,
  useRefreshAuth0ProfileMutation,
  useUpdateProfileMutation,
} from '../../api/users.api.ts';
import { forgetPath } from '../../session/login-redirect.ts';
import { paths } from '../../navigation/paths.ts';

/** Long enough to read that the profile was updated before the page goes. */
const successPause = 700;

/**
 * Verifies the e-mail if need be, saves, marks a first review as done, and leads on unless somebody goes on writing.
 * Source: specification section 4, "Profile save".
 */
export function useSaveProfile() {
  const user = useUser();
  const [refresh, refreshing] = useRefreshAuth0ProfileMutation();
  const [update, updating] = useUpdateProfileMutation();
  const [complete, completing] = useCompleteProfileMutation();
  const [createBilling] = useCreateBillingIntegrationMutation();
  const [foundUnverified, setFoundUnverified] = useState(false);
  const [saved, setSaved] = useState(false);
  const navigate = useNavigate();

  const params = { userId: user.id };
  const reviewed = user.onboardingDetails.reviewedProfile !== null;
  // However often they save before they go on from here.
  const [isFirst, setIsFirst] = useState(false);

  useEffect(() => {
    // Only once the session knows of the review: the guard would lead straight back here.
    if (!saved || !reviewed) return;
    const destination = isFirst ? paths.defaultWorkspace : paths.workspaces;
    const timer = setTimeout(() => void navigate(destination), successPause);
    return () => clearTimeout(timer);
  }, [saved, reviewed, isFirst, navigate]);

  /** Answers whether it succeeded. */
  const completeReview = async ({ emailVerified, auth0Id, onboardingDetails }: User): Promise<boolean> => {
    const isSocial = emailVerified && !auth0Id?.startsWith('auth0');
    // Nobody waits for Stripe, nor is kept out by it: whatever fails here is made up for by the API itself.
    if (isSocial) void createBilling({ params });
    if ((await complete({ params, body: {} })).error) return false;
    setIsFirst(true);
    forgetPath();
    // Told once it is done, and of each person once: another tab may have been first.
    if (isSocial && onboardingDetails.reviewedProfile === null) track('initial-profile-set');
    return true;
  };

  /** Answers who the person is from then on; nothing if it failed, or has to wait for a verified address. */
  const save = async (body: ProfileEdit): Promise<User | undefined> => {
    for (const request of [refreshing, updating, completing]) request.reset();
    setSaved(false);
    if (!user.emailVerified) {
      const { data, error } = await refresh({ params });
      if (error) return;
      setFoundUnverified(!data.user.emailVerified);
      if (!data.user.emailVerified) return;
    }
    const { data } = await update({ params, body });
    if (!data || (!reviewed && !(await completeReview(data.user)))) return;
    return data.user;
  };

  return {
    save,
    saving: refreshing.isLoading || updating.isLoading || completing.isLoading,
    /** All that the form shows was saved a moment ago. */
    saved,
    onSaved: (wroteOn: boolean) => setSaved(!wroteOn),
    onWrite: () => setSaved(false),
    mustVerify: foundUnverified && !user.emailVerified,
    error: refreshing.error ?? updating.error ?? completing.error,
  };
}
