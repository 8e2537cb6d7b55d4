import { Button, Splash } from '@portal/ui';
import { useState } from 'react';
import { useBrowser } from '../navigation/browser.ts';
import { useIsLate } from './is-late.ts';

/** The splash while it is asked who is there or code is on its way; a wait that gets long is told, with a way out. */
export function StartSplash({ value = 60 }: { value?: number }) {
  const { reload } = useBrowser();
  const [since] = useState(Date.now);
  const late = useIsLate(since);
  return (
    <main>
      <Splash label="Loading..." value={value} />
      {late && (
        <div
          role="status"
          className="fixed inset-x-0 top-[calc(50%+5rem)] z-50 grid animate-appear justify-items-center gap-3"
        >
          <p>This takes longer than usual.</p>
          <Button size="sm" onClick={reload}>
            Reload the page
          </Button>
        </div>
      )}
    </main>
  );
}
