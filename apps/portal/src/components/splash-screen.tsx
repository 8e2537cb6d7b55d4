import { Button, Splash } from '@portal/ui';
import { useState } from 'react';
import { useBrowser } from '../lib/browser.ts';
import { useIsSlow } from '../lib/use-is-slow.ts';

/** Shown while the session or code loads. After a long wait it offers to reload the page. */
export function SplashScreen({ value = 60 }: { value?: number }) {
  const { reload } = useBrowser();
  const [startedAt] = useState(Date.now);
  const isSlow = useIsSlow(startedAt);
  return (
    <main>
      <Splash label="Loading..." value={value} />
      {isSlow && (
        <div
          role="status"
          className="fixed inset-x-0 top-[calc(50%+5rem)] z-50 grid animate-appear justify-items-center gap-3"
        >
          <p>This is taking longer than usual.</p>
          <Button size="sm" onClick={reload}>
            Reload the page
          </Button>
        </div>
      )}
    </main>
  );
}
