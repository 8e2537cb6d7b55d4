import { PageTitle } from '@portal/ui';
import { useState } from 'react';
import { DeleteAccount } from '../../account/delete-account.tsx';
import { ExportAccount } from '../../account/export-account.tsx';
import { useUser, useWhoamiQuery } from '../../api/session.api.ts';
import { InvitedTo } from '../../components/invited-to.tsx';
import { OnboardingSteps } from '../../components/onboarding-steps.tsx';
import { AccountNav } from '../../components/settings-nav/account-nav.tsx';
import { savedInvitation } from '../../session/tab-state.ts';
import { EmailPreferences } from './email-preferences.tsx';
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecurityLink } from './security-link.tsx';

/** Source: specification section 9, "Auth freshness window before user reload". */
const maxAgeSeconds = 10;

export function Component() {
  useWhoamiQuery(undefined, { refetchOnMountOrArgChange: maxAgeSeconds });
  const user = useUser();
  // The value when the page opened, so that the heading does not change when the first review is saved.
  const [isFirstReview] = useState(user.onboardingDetails.reviewedProfile === null);
  const [invitation] = useState(savedInvitation);
  return (
    <div className={`grid gap-6 ${isFirstReview ? 'max-w-form' : ''}`}>
      <PageTitle
        breadcrumb={isFirstReview ? <OnboardingSteps user={user} /> : undefined}
        title={isFirstReview ? 'Welcome To the product!' : 'Update Your Profile'}
        subtitle={
          isFirstReview ? 'Please enter your profile information.' : 'Use this page to update your profile info.'
        }
      />
      {(isFirstReview || !user.emailVerified) && <InvitedTo saved={invitation} />}
      {isFirstReview ? <ProfileForm /> : <Sections />}
    </div>
  );
}

const Sections = () => (
  <div className="settings-layout">
    <AccountNav page="profile" />
    <div className="grid max-w-form min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
      <ProfileSection id="profile">
        <ProfileForm />
      </ProfileSection>
      <SecurityLink />
      <ProfileSection id="notifications">
        <EmailPreferences />
      </ProfileSection>
      <ProfileSection id="keyboard">
        <KeyboardShortcuts />
      </ProfileSection>
      <ProfileSection id="your-data">
        <ExportAccount />
      </ProfileSection>
      <ProfileSection id="delete-account">
        <DeleteAccount />
      </ProfileSection>
    </div>
  </div>
);
