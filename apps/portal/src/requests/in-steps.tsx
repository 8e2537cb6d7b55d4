import { Button } from '@portal/ui';
import { useState } from 'react';

/** A list may have thousands of rows; so many are drawn at a time. */
const step = 100;

/** What is drawn of a long list, and its foot, which tells of the rest and draws more; `restart` is for another list. */
export function useSteps<Row>(rows: readonly Row[]) {
  const [most, setMost] = useState(step);
  const left = rows.length - most;
  return {
    shown: rows.slice(0, most),
    restart: () => setMost(step),
    foot: left > 0 && (
      <div className="flex items-center justify-center gap-3 border-t border-line p-3 text-secondary">
        {most} of {rows.length}
        <Button size="sm" onClick={() => setMost(most + step)}>
          Show {Math.min(step, left)} more
        </Button>
      </div>
    ),
  };
}
