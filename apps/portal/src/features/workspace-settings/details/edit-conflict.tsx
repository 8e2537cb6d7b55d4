import { Alert, Button, moveFocusOnUnmount } from '@portal/ui';
import { editableFields, fieldLabels, type ConflictingValues } from './workspace-values.ts';

export interface EditConflictProps {
  theirs: ConflictingValues;
  onKeepMine: () => void;
  onAcceptTheirs: () => void;
}

/** Shows what another user saved in the meantime, and lets the user choose a version. */
export function EditConflict({ theirs, onKeepMine, onAcceptTheirs }: EditConflictProps) {
  return (
    <Alert
      tone="warning"
      title="This workspace changed while you were editing it"
      message={
        <>
          {editableFields.map(
            (field) =>
              theirs[field] !== undefined && (
                <span key={field} className="line-clamp-3">
                  {theirs[field] === ''
                    ? `${fieldLabels[field]} is now empty.`
                    : `${fieldLabels[field]} is now “${theirs[field]}”.`}
                </span>
              ),
          )}
          <span className="block">
            Your changes are not saved yet. Keep them, or discard them and use the saved version.
          </span>
          <span className="mt-3 flex flex-wrap gap-2">
            <Button ref={moveFocusOnUnmount} size="sm" onClick={onKeepMine}>
              Keep my changes
            </Button>
            <Button ref={moveFocusOnUnmount} size="sm" onClick={onAcceptTheirs}>
              Use saved version
            </Button>
          </span>
        </>
      }
    />
  );
}
