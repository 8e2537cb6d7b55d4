import { PageTitle } from '@portal/ui';
import { useState } from 'react';
import { DeleteAccount } from '../../account/delete-account.tsx';
import { ExportAccount } from '../../account/export-account.tsx';
import { useUser, useWhoamiQuery } from '../../api/session.api.ts';
import { InvitedTo } from '../../components/invited-to.tsx';
import { savedInvitationToken } from '../../session/tab-state.ts';
import { EmailPreferences } from './email-preferences.tsx';
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecurityLink } from './security-link.tsx';

/** Source: specification section 9, "Auth freshness window before user reload". */
const maxAgeSeconds = 10;

export function Component() {
  useWhoamiQuery(undefined, { refetchOnMountOrArgChange: maxAgeSeconds });
  const user = useUser();
  // The value when the page opened, so that the heading does not change when the first review is saved.
  const [isFirstReview] = useState(user.onboardingDetails.reviewedProfile === null);
  const [invitation] = useState(savedInvitationToken);
  return (
    <div className="grid max-w-form gap-6">
      <PageTitle
        title={isFirstReview ? 'Welcome To the product!' : 'Update Your Profile'}
        subtitle={
          isFirstReview ? 'Please enter your profile information.' : 'Use this page to update your profile info.'
        }
      />
      {(isFirstReview || !user.emailVerified) && <InvitedTo token={invitation} />}
      <ProfileForm />
      {!isFirstReview && <SecurityLink />}
      {!isFirstReview && <EmailPreferences />}
      {!isFirstReview && <KeyboardShortcuts />}
      {!isFirstReview && <ExportAccount />}
      {!isFirstReview && <DeleteAccount />}
    </div>
  );
}
