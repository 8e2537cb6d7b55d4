import { Button, Splash } from '@portal/ui';
import { useEffect, useState } from 'react';
import { useBrowser } from '../navigation/browser.ts';

const long = 10_000;

/** The splash while it is asked who is there or code is on its way; a wait that gets long is told, with a way out. */
export function StartSplash({ value = 60 }: { value?: number }) {
  const { reload } = useBrowser();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), long);
    return () => clearTimeout(timer);
  }, []);
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
