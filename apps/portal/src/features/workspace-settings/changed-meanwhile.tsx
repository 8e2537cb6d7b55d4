import { Button, ErrorBox, handFocusOn } from '@portal/ui';
import { fieldLabels, type TheirValues } from './workspace-values.ts';

export interface ChangedMeanwhileProps {
  theirs: TheirValues;
  onSaveOver: () => void;
  onTakeTheirs: () => void;
}

/** Shows what changed while the user was editing, and lets them choose which version stays. */
export function ChangedMeanwhile({ theirs, onSaveOver, onTakeTheirs }: ChangedMeanwhileProps) {
  return (
    <ErrorBox
      tone="warning"
      title="This workspace changed while you were editing it"
      message={
        <>
          {fieldLabels.map(
            ([field, label]) =>
              theirs[field] !== undefined && (
                <span key={field} className="line-clamp-3">
                  {theirs[field] === '' ? `${label} is now empty.` : `${label} is now “${theirs[field]}”.`}
                </span>
              ),
          )}
          <span className="block">
            Your changes are not saved yet. Keep them, or discard them and use the saved version.
          </span>
          <span className="mt-3 flex flex-wrap gap-2">
            <Button ref={handFocusOn} size="sm" onClick={onSaveOver}>
              Keep my changes
            </Button>
            <Button ref={handFocusOn} size="sm" onClick={onTakeTheirs}>
              Use saved version
            </Button>
          </span>
        </>
      }
    />
  );
}
