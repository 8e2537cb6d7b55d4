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
import { paths } from '../../lib/paths.ts';
import { clearLoginRedirect, savedReturnPath } from '../../session/tab-state.ts';

/** As long as the button says that the profile was updated. */
const navigationDelayMs = 2_000;

/**
 * Checks the email verification if needed, saves the profile, completes the first review, and navigates on unless the user
 * continues to edit. A new user who came for an invitation or to approve a terminal returns to that page.
 * Source: specification section 4, "Profile save".
 */
export function useSaveProfile() {
  const user = useUser();
  const [refresh, refreshing] = useRefreshAuth0ProfileMutation();
  const [update, updating] = useUpdateProfileMutation();
  const [complete, completing] = useCompleteProfileMutation();
  const [createBilling] = useCreateBillingIntegrationMutation();
  const [foundUnverified, setFoundUnverified] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const navigate = useNavigate();

  const params = { userId: user.id };
  const isReviewed = user.onboardingDetails.reviewedProfile !== null;
  // Stays the same when the user saves again before the navigation.
  const [destination, setDestination] = useState<string>(paths.workspaces);

  useEffect(() => {
    // Wait until the session has the review, too. Otherwise the route guard would redirect back to this page.
    if (!isSaved || !isReviewed) return;
    const timer = setTimeout(() => void navigate(destination), navigationDelayMs);
    return () => clearTimeout(timer);
  }, [isSaved, isReviewed, destination, navigate]);

  /** Resolves to whether it succeeded. */
  const completeReview = async ({ emailVerified, auth0Id, onboardingDetails }: User): Promise<boolean> => {
    const isSocialLogin = emailVerified && !auth0Id?.startsWith('auth0');
    // The user does not wait for Stripe. If this request fails, the API creates the integration later.
    if (isSocialLogin) void createBilling({ params });
    if ((await complete({ params, body: {} })).error) return false;
    setDestination(savedReturnPath() ?? paths.defaultWorkspace);
    clearLoginRedirect();
    // Tracked once for each user, because another tab may have completed the review before.
    if (isSocialLogin && onboardingDetails.reviewedProfile === null) track('initial-profile-set');
    return true;
  };

  const sendRequests = async (body: ProfileEdit): Promise<User | undefined> => {
    for (const request of [refreshing, updating, completing]) request.reset();
    setSaved(false);
    if (!user.emailVerified) {
      const { data, error } = await refresh({ params });
      if (error) return;
      setFoundUnverified(!data.user.emailVerified);
      if (!data.user.emailVerified) return;
    }
    const { data } = await update({ params, body });
    if (!data || (!isReviewed && !(await completeReview(data.user)))) return;
    return data.user;
  };

  /** Resolves to the saved user, or to undefined if the save failed or the email is not verified. */
  const save = async (body: ProfileEdit): Promise<User | undefined> => {
    // True between the requests, too, so that the button does not change.
    setSaving(true);
    const saved = await sendRequests(body);
    setSaving(false);
    return saved;
  };

  return {
    save,
    isSaving,
    /** Whether the form shows only saved values since the last save. */
    isSaved,
    onSaved: (hasNewerEdits: boolean) => setSaved(!hasNewerEdits),
    onEdit: () => setSaved(false),
    mustVerify: foundUnverified && !user.emailVerified,
    error: refreshing.error ?? updating.error ?? completing.error,
  };
}
