import type { Actor, ActorRow, PersonalKey } from '../account/actor.ts';
import type { IdempotencyKey } from '../call/types.ts';

/** What a change locks of its actor. */
export interface ActorLock {
  readonly workspaceId: string | null;
  readonly changes: readonly ActorRow[];
  /** Claimed in the same statement. */
  readonly key: IdempotencyKey | null;
}

export interface LockedActor {
  /** Null if the session has ended. */
  readonly actor: Actor | null;
  /** Whether the request is the first with its key, which it has claimed. */
  readonly isFirst: boolean;
}

/** The columns of `personalKeyColumns`. */
export interface PersonalKeyColumns {
  readonly personalKeyId: string | null;
  readonly personalKey: Uint8Array | null;
}

/** Null if the actor has no key yet. */
export const toPersonalKey = ({ personalKeyId, personalKey }: PersonalKeyColumns): PersonalKey | null =>
  personalKeyId === null || personalKey === null ? null : { id: personalKeyId, key: personalKey };
