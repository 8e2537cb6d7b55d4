import type { AuditEntry } from '@portal/contract';
import type { ReactNode } from 'react';

/** How staff read of an act. */
export interface ActWords {
  /** What a filter calls it. */
  readonly label: string;
  /** What stands after whoever did it. */
  readonly tell: (entry: AuditEntry) => ReactNode;
}

export type WordsOfActs = Readonly<Record<string, ActWords>>;
