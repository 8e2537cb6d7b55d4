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
import { forgetPath } from '../../navigation/login-redirect.ts';
import { paths } from '../../navigation/paths.ts';

/** Long enough to read that the profile was updated before the page goes. */
const successPause = 700;

/**
 * Verifies the e-mail if need be, saves, marks a first review as done, and goes on.
 * Source: specification section 4, "Profile save".
 */
export function useSaveProfile() {
  const user = useUser();
  const navigate = useNavigate();
  const [refresh, refreshing] = useRefreshAuth0ProfileMutation();
  const [update, updating] = useUpdateProfileMutation();
  const [complete, completing] = useCompleteProfileMutation();
  const [createBilling] = useCreateBillingIntegrationMutation();
  const [foundUnverified, setFoundUnverified] = useState(false);
  const [saved, setSaved] = useState<{ readonly isFirst: boolean }>();

  const params = { userId: user.id };
  const reviewed = user.onboardingDetails.reviewedProfile !== null;

  // Nobody waits for Stripe, nor is kept out by it: whatever fails here is made up for by the API itself.
  const startBilling = ({ emailVerified, auth0Id }: User) => {
    if (!emailVerified || auth0Id?.startsWith('auth0')) return;
    track('initial-profile-set');
    void createBilling({ params });
  };

  const save = async (body: ProfileEdit): Promise<boolean> => {
    for (const request of [refreshing, updating, completing]) request.reset();
    setSaved(undefined);
    if (!user.emailVerified) {
      const { data, error } = await refresh({ params });
      if (error) return false;
      setFoundUnverified(!data.user.emailVerified);
      if (!data.user.emailVerified) return false;
    }
    const { data } = await update({ params, body });
    if (!data) return false;
    if (!reviewed) {
      startBilling(data.user);
      if ((await complete({ params, body: {} })).error) return false;
    }
    setSaved({ isFirst: !reviewed });
    return true;
  };

  // Only once the session knows of the review: the guard would lead straight back here.
  useEffect(() => {
    if (saved === undefined || !reviewed) return;
    if (saved.isFirst) forgetPath();
    const destination = saved.isFirst ? paths.defaultWorkspace : paths.workspaces;
    const timer = setTimeout(() => void navigate(destination), successPause);
    return () => clearTimeout(timer);
  }, [saved, reviewed, navigate]);

  return {
    save,
    saving: refreshing.isLoading || updating.isLoading || completing.isLoading,
    saved: saved !== undefined,
    mustVerify: foundUnverified && !user.emailVerified,
    error: refreshing.error ?? updating.error ?? completing.error,
  };
}
