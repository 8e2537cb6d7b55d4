import { CopyButton, Truncate } from '@portal/ui';

/** An id as it is pasted into tickets and searches. */
export function CopyableId({ id, what }: { id: string; what: string }) {
  return (
    <span className="flex items-center gap-1">
      <Truncate className="font-mono text-xs">{id}</Truncate>
      <CopyButton text={id} label={`Copy ${what}`} />
    </span>
  );
}
