import { suggestedExpirations } from './expiry-hint.ts';

export interface ExpirySuggestionsProps {
  /** The typed expiration. */
  value: string;
  /** The maximum lifetime of a token, when it is loaded. */
  maxDays: number | undefined;
  onChoose: (expiration: string) => void;
}

/** Buttons that fill in the expiration. Their space is reserved until the API has said how long a token can live. */
export function ExpirySuggestions({ value, maxDays, onChoose }: ExpirySuggestionsProps) {
  return (
    <div role="group" aria-label="Suggested lifetimes" className="flex min-h-7 min-w-57 gap-2">
      {suggestedExpirations(maxDays).map((expiration) => (
        <button
          key={expiration}
          type="button"
          aria-label={`Valid for ${expiration}`}
          aria-pressed={value.trim() === expiration}
          onClick={() => onChoose(expiration)}
          className="h-7 min-w-9 rounded-md border border-neutral bg-button px-2 text-sm font-medium text-body tabular-nums hover:bg-button-hover aria-pressed:border-action aria-pressed:bg-action aria-pressed:text-action"
        >
          {expiration}
        </button>
      ))}
    </div>
  );
}
