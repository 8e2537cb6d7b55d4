import { Button, Icon, moveFocusOnUnmount, Timestamp } from '@portal/ui';
import type { ReactNode } from 'react';
import type { FirstRequestState } from './use-first-request.ts';

export interface FirstRequestProps {
  state: FirstRequestState;
  onCheckAgain?: () => void;
}

/** Says whether the first request with a token has arrived. Its height stays the same. */
export function FirstRequest({ state: { use, phase, isFailing, checkAgain }, onCheckAgain }: FirstRequestProps) {
  return (
    <div
      className={`flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 rounded-md border px-3 py-1.5 ${use ? 'border-success bg-success text-success' : 'border-line text-secondary'}`}
    >
      <div role="status" className="flex min-w-0 flex-1 basis-60 items-center gap-3">
        {use ? (
          <>
            <Icon name="check-circle" size={20} className="text-success-icon" />
            <p>
              Received
              {use.lastUsedNetwork !== null && (
                <>
                  {' from '}
                  <span translate="no">{shortNetwork(use.lastUsedNetwork)}</span>
                </>
              )}
              {use.lastUsedAt !== null && (
                <>
                  {' '}
                  <Timestamp date={use.lastUsedAt} />
                </>
              )}
            </p>
          </>
        ) : (
          <>
            <Dot isActive={phase === 'waiting'} />
            <p>{textOf(phase, isFailing)}</p>
          </>
        )}
      </div>
      {phase === 'stopped' && (
        <Button
          ref={moveFocusOnUnmount}
          size="sm"
          onClick={() => {
            checkAgain();
            onCheckAgain?.();
          }}
        >
          Check again
        </Button>
      )}
    </div>
  );
}

function textOf(phase: FirstRequestState['phase'], isFailing: boolean): ReactNode {
  if (phase === 'idle') return 'Your first request shows up here.';
  if (phase === 'stopped') return isFailing ? 'The token could not be checked.' : 'No request received yet.';
  return isFailing ? 'The token could not be checked. Trying again...' : 'Waiting for your first request...';
}

const Dot = ({ isActive }: { isActive: boolean }) => (
  <span aria-hidden className="grid size-5 flex-none place-items-center">
    <span
      className={`size-2 rounded-full ${isActive ? 'animate-pulse bg-action-icon motion-reduce:animate-none' : 'bg-pressed'}`}
    />
  </span>
);

/** An IPv4 network as people write it. The API stores no more of an address. */
const shortNetwork = (network: string) => network.replace(/^(\d+\.\d+\.\d+)\.0\/24$/, '$1.x');
