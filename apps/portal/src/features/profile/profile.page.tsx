import { PageTitle } from '@portal/ui';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { DeleteAccount } from '../../account/delete-account.tsx';
import { ExportAccount } from '../../account/export-account.tsx';
import { useUser, useWhoamiQuery } from '../../api/session.api.ts';
import { InvitedTo } from '../../components/invited-to.tsx';
import { OnboardingSteps } from '../../components/onboarding-steps.tsx';
import { AccountPage } from '../../components/settings-nav/account-page.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { savedInvitation } from '../../session/tab-state.ts';
import { EmailPreferences } from './email-preferences.tsx';
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx';
import { ProfileForm } from './profile-form.tsx';

/** Source: specification section 9, "Auth freshness window before user reload". */
const maxAgeSeconds = 10;

export function Component() {
  useWhoamiQuery(undefined, { refetchOnMountOrArgChange: maxAgeSeconds });
  const user = useUser();
  const { section } = useParams();
  // The value when the page opened, so that the heading does not change when the first review is saved.
  const [isFirstReview] = useState(user.onboardingDetails.reviewedProfile === null);
  const [invitation] = useState(savedInvitation);
  if (isFirstReview)
    return (
      <div className="grid max-w-form gap-6">
        <PageTitle
          breadcrumb={<OnboardingSteps user={user} />}
          title="Welcome To the product!"
          subtitle="Please enter your profile information."
        />
        <InvitedTo saved={invitation} />
        <ProfileForm />
      </div>
    );
  switch (section) {
    case undefined:
      return (
        <AccountPage page="profile" title="Update Your Profile" subtitle="Use this page to update your profile info.">
          {!user.emailVerified && <InvitedTo saved={invitation} />}
          <ProfileForm />
        </AccountPage>
      );
    case 'notifications':
      return <Notifications />;
    case 'keyboard':
      return <Keyboard />;
    case 'account':
      return <Account />;
    default:
      return <Navigate to={paths.profile} replace />;
  }
}

function Notifications() {
  useDocumentTitle('Notifications');
  return (
    <AccountPage
      page="notifications"
      title="Notifications"
      subtitle="Choose which emails you get. Security emails, such as a login in a new browser, are always sent."
    >
      <EmailPreferences />
    </AccountPage>
  );
}

function Keyboard() {
  useDocumentTitle('Keyboard');
  return (
    <AccountPage page="keyboard" title="Keyboard" subtitle="The keys that work in the portal.">
      <KeyboardShortcuts />
    </AccountPage>
  );
}

function Account() {
  useDocumentTitle('Your account');
  return (
    <AccountPage page="account" title="Your account" subtitle="Download your data, or delete your account.">
      <ExportAccount />
      <DeleteAccount />
    </AccountPage>
  );
}
