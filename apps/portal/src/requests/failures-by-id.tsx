import type { ReactNode } from 'react';
import type { Failure } from '../http/failure.ts';
import { FailureBox } from './failure-box.tsx';

export interface FailuresByIdProps {
  of: ReadonlyMap<string, Failure>;
  /** What was not done; nothing for what is not there any more. */
  title: (id: string) => ReactNode;
}

/** Why changes of some things of a list failed, a box for each. */
export function FailuresById({ of: failures, title }: FailuresByIdProps) {
  return [...failures].map(([id, failure]) => {
    const what = title(id);
    return what && <FailureBox key={id} error={failure} title={what} />;
  });
}
