import { tabStorage } from '../lib/storage.ts';

// The action that waits for a login, in the storage of the tab. `pending-action.ts` has its hooks. The first page loads only this.

const storageKey = 'SI-PENDING-ACTION';

export interface StoredAction {
  readonly name: string;
  /** The page with its query, on which the action was pending. */
  readonly path: string;
  readonly userId: string;
  /** The login whose age the API refused. */
  readonly login: string | undefined;
  /** Whether this tab has completed a newer login since. */
  readonly isConfirmed: boolean;
  readonly storedAt: number;
  readonly state: unknown;
}

export function readStoredAction(): Partial<StoredAction> {
  try {
    return (JSON.parse(tabStorage.read(storageKey) ?? '{}') ?? {}) as Partial<StoredAction>;
  } catch {
    return {};
  }
}

/** Call it when a login completes in this tab. An action that waits for another login than its own may continue. */
export function confirmPendingAction(login: string): void {
  const stored = readStoredAction();
  if (stored.name === undefined) return;
  if (stored.login === undefined || stored.login === login) forgetAction();
  else storeAction({ ...stored, isConfirmed: true });
}

export const storeAction = (action: Partial<StoredAction>) => tabStorage.write(storageKey, JSON.stringify(action));

export const forgetAction = () => tabStorage.remove(storageKey);

/** Call it on every page but that of a completed login: if one opens before, the user went back from the login. */
export function forgetUnconfirmedAction(): void {
  if (readStoredAction().isConfirmed !== true) forgetAction();
}
