import type { User } from '@portal/contract';
import { Steps } from '@portal/ui';

/** How far a new user is on the way to their first workspace. */
export function OnboardingSteps({ user }: { user: User }) {
  const steps = [
    { label: 'Terms', isDone: !user.needsTosUpdate },
    { label: 'Email', isDone: user.emailVerified },
    { label: 'Profile', isDone: user.onboardingDetails.reviewedProfile !== null },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return <Steps label="Set up your account" steps={steps} current={next === -1 ? steps.length - 1 : next} />;
}
