import { PageTitle } from '@portal/ui';
import { useState } from 'react';
import { useUser, useWhoamiQuery } from '../../api/session.api.ts';
import { ProfileForm } from './profile-form.tsx';

const fresh = 10;

export function Component() {
  // Asked again unless the answer is younger than ten seconds.
  useWhoamiQuery(undefined, { refetchOnMountOrArgChange: fresh });
  const user = useUser();
  // As it was when the page opened: the heading must not change while the first review is being saved.
  const [firstReview] = useState(user.onboardingDetails.reviewedProfile === null);
  return (
    <div className="mx-auto grid max-w-form gap-6">
      <PageTitle
        title={firstReview ? 'Welcome To the product!' : 'Update Your Profile'}
        subtitle={firstReview ? 'Please enter your profile information.' : 'Use this page to update your profile info.'}
      />
      <ProfileForm />
    </div>
  );
}
