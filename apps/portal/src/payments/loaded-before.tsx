import { Timestamp } from '@portal/ui';

export interface LoadedBeforeProps {
  /** Why it could not be loaded again; nothing is said while there is no failure. */
  error: unknown;
  /** When it was last loaded, as its hook tells it. */
  fulfilledTimeStamp?: number | undefined;
}

/** Says quietly that what is shown besides is as old as it is. */
export function LoadedBefore({ error, fulfilledTimeStamp }: LoadedBeforeProps) {
  if (!error || fulfilledTimeStamp === undefined) return null;
  return (
    <p className="text-sm text-secondary">
      Loaded <Timestamp date={fulfilledTimeStamp} />. It can’t be refreshed right now.
    </p>
  );
}
