import type { LegalDocuments } from '@portal/contract';
import { Alert, PageTitle, SkeletonText } from '@portal/ui';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useGetLegalDocumentsQuery } from '../../api/legal.api.ts';
import { useWhoamiState } from '../../api/session.api.ts';
import { InvitedTo } from '../../components/invited-to.tsx';
import { OnboardingSteps } from '../../components/onboarding-steps.tsx';
import { paths } from '../../lib/paths.ts';
import { savedInvitation } from '../../session/tab-state.ts';
import { Agreement } from './agreement.tsx';
import { Documents } from './documents.tsx';
import { CurrentVersionButton, LegalError } from './legal-error.tsx';

/** The legal documents of a version, by default the current one. Users who have not accepted it can agree to it here. */
export function Component() {
  const version = useSearchParams()[0].get('version') || undefined;
  const { currentData, error, refetch } = useGetLegalDocumentsQuery({
    params: { tosVersionId: version ?? 'current' },
  });
  const user = useWhoamiState().data?.user;
  // The value when the page opened: the agreement stays visible until the navigation after it.
  const [needsAgreement] = useState(user?.needsTosUpdate === true);
  const [invitation] = useState(savedInvitation);
  const reviewing = useLocation().pathname === paths.reviewLegal;
  const isNewUser = user?.onboardingDetails.reviewedProfile === null;
  const reload = () => void refetch();
  const isInForce = currentData?.versionId === currentData?.versionIds[0];
  return (
    <div className="grid gap-8 max-sm:gap-4">
      <PageTitle
        breadcrumb={reviewing && isNewUser ? <OnboardingSteps user={user} /> : undefined}
        title={reviewing ? 'Review the legal documents' : 'Legal'}
        subtitle={subtitleOf(currentData, needsAgreement && isInForce)}
      />
      {reviewing && needsAgreement && <InvitedTo saved={invitation} />}
      {currentData ? (
        <>
          {!isInForce && <OldVersion />}
          <div>
            <Documents {...currentData} version={version} showsChanges={!isNewUser} />
            {needsAgreement && isInForce && <Agreement versionId={currentData.versionId} onReload={reload} />}
          </div>
        </>
      ) : (
        <>
          <LegalError error={error} version={version} onRetry={reload} />
          {/* As high as the window, so that the footer does not move in view when the documents appear. */}
          {!error && <SkeletonText lines={12} className="min-h-dvh max-w-form" />}
        </>
      )}
    </div>
  );
}

function subtitleOf(data: LegalDocuments | undefined, canAgree: boolean): string {
  if (!data) return 'The documents that apply to this product.';
  return `Version ${data.versionId}.${canAgree ? ' Read the documents, then agree below.' : ''}`;
}

function OldVersion() {
  return (
    <Alert tone="info" message="This version is no longer in force." action={<CurrentVersionButton size="sm" />} />
  );
}
