import type { User } from '@portal/contract';
import { Banner, FloatingNotice, type Notice } from '@portal/ui';
import { lazy, Suspense, useCallback, useState } from 'react';

/** Few users need it. */
const PendingDeletion = lazy(() => import('./pending-deletion.tsx'));

export interface DeletionBannerProps {
  user: User;
  /** Whether the page itself shows the pending deletion. */
  isOnPage: boolean;
}

/** Shown on every page while the deletion of the account is pending. Then it says that the account is kept. */
export function DeletionBanner({ user, isOnPage }: DeletionBannerProps) {
  const dueAt = user.deletionDueAt;
  const [lastDueAt, setLastDueAt] = useState(dueAt);
  const [notice, setNotice] = useState<Notice>();
  if (dueAt !== lastDueAt) {
    setLastDueAt(dueAt);
    setNotice(dueAt === null ? { id: 1, message: 'Your account is kept. The deletion is cancelled.' } : undefined);
  }
  const clearNotice = useCallback(() => setNotice(undefined), []);
  if (dueAt === null && !notice) return null;
  return (
    <>
      {dueAt !== null && !isOnPage && (
        <Suspense fallback={<EmptyBanner />}>
          <PendingDeletion user={user} dueAt={dueAt} />
        </Suspense>
      )}
      <FloatingNotice label="Account" icon="check-circle" notice={notice} aboveSaveBar onClose={clearNotice} />
    </>
  );
}

/** As high as the banner, so that the page does not move. */
const EmptyBanner = () => (
  <Banner>
    <span className="block h-10" />
  </Banner>
);
