import { EmptyState } from '@portal/ui';

/** Shown on phones and tablets instead of the portal. */
export function MobileNotice() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        icon="monitor"
        title={<h1 className="text-xl">Please use a desktop computer</h1>}
        text="This product can only be used on a desktop computer."
      />
    </main>
  );
}
