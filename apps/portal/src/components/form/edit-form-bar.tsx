import { Button, moveFocusOnUnmount, SaveBar } from '@portal/ui';
import { useId } from 'react';
import { invalidFormNote } from './invalid-form-note.ts';

export interface EditFormBarProps {
  /** The result of `useEditForm`. */
  form: {
    readonly isDirty: boolean;
    readonly isSaved: boolean;
    readonly isInvalid: boolean;
    readonly undo: () => void;
  };
  /** The state of the mutation that saves the form. */
  request: { readonly isLoading: boolean; readonly isSuccess: boolean };
  saveLabel: string;
  savingText: string;
  savedText: string;
  /** Closes the form. Without it the form is always shown. */
  onClose?: (() => void) | undefined;
}

/** The undo and save buttons of an edit form. It says why the save button is disabled. */
export function EditFormBar({ form, request, saveLabel, savingText, savedText, onClose }: EditFormBarProps) {
  const { isDirty, isSaved, isInvalid, undo } = form;
  const reasonId = useId();
  const isDisabled = !isDirty || isInvalid;
  return (
    <SaveBar
      dirty={isDirty}
      note={<span id={reasonId}>All changes are saved.</span>}
      message={isInvalid ? <span id={reasonId}>{invalidFormNote}</span> : undefined}
    >
      {isDirty && (
        <Button ref={moveFocusOnUnmount} variant="ghost" onClick={undo}>
          Undo changes
        </Button>
      )}
      {!isDirty && onClose && (
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
      )}
      <Button
        type="submit"
        variant="primary"
        disabled={isDisabled}
        aria-describedby={isDisabled ? reasonId : undefined}
        loading={request.isLoading}
        loadingText={savingText}
        success={request.isSuccess && isSaved}
        successText={savedText}
      >
        {saveLabel}
      </Button>
    </SaveBar>
  );
}
