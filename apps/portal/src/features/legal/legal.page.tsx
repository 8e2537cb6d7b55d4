import type { LegalDocuments } from '@portal/contract';
import { Button, ErrorBox, PageTitle, SkeletonText } from '@portal/ui';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useGetLegalDocumentsQuery } from '../../api/legal.api.ts';
import { useWhoamiState } from '../../api/session.api.ts';
import { paths } from '../../navigation/paths.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { Agreement } from './agreement.tsx';
import { Documents } from './documents.tsx';

/** All legal documents of a version, the current one unless another is named, and the agreement for those who owe it. */
export function Component() {
  const version = useSearchParams()[0].get('version') || undefined;
  const { currentData, error, refetch } = useGetLegalDocumentsQuery({
    params: { tosVersionId: version ?? 'current' },
  });
  const user = useWhoamiState().data?.user;
  // As it was when the page opened: the agreement stays until it has led on.
  const [owes] = useState(user?.needsTosUpdate === true);
  const reviewing = useLocation().pathname === paths.reviewLegal;
  const reload = () => void refetch();
  const isInForce = currentData?.versionId === currentData?.versionIds[0];
  return (
    <div className="grid gap-8">
      <PageTitle
        title={reviewing ? 'Review the legal documents' : 'Legal'}
        subtitle={subtitleOf(currentData, owes && isInForce)}
      />
      {currentData ? (
        <>
          {!isInForce && <OldVersion />}
          <Documents {...currentData} version={version} />
          {owes && isInForce && (
            <div className="max-w-form sm:ml-64">
              <Agreement versionId={currentData.versionId} onReload={reload} />
            </div>
          )}
        </>
      ) : (
        <>
          <FailureBox error={error} title="The legal documents could not be loaded" onRetry={reload} />
          {!error && <SkeletonText lines={12} className="max-w-form" />}
        </>
      )}
    </div>
  );
}

function subtitleOf(data: LegalDocuments | undefined, canAgree: boolean): string {
  if (!data) return 'The documents that apply to this product.';
  return `Version ${data.versionId}.${canAgree ? ' Please read it; you can agree at the end of the page.' : ''}`;
}

function OldVersion() {
  return (
    <ErrorBox
      tone="info"
      message="This version is no longer in force."
      action={
        <Button size="sm" render={<Link to={paths.legal()} />}>
          Read the current version
        </Button>
      }
    />
  );
}
