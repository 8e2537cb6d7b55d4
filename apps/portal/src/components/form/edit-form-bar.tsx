import { Button, moveFocusOnUnmount, SaveBar } from '@portal/ui';

export interface EditFormBarProps {
  /** The result of `useEditForm`. */
  form: { readonly isDirty: boolean; readonly isInvalid: boolean; readonly undo: () => void };
  /** The state of the mutation that saves the form. */
  request: { readonly isLoading: boolean; readonly isSuccess: boolean };
  saveLabel: string;
  savingText: string;
}

/** The undo and save buttons of an edit form. */
export function EditFormBar({ form, request, saveLabel, savingText }: EditFormBarProps) {
  const { isDirty, isInvalid, undo } = form;
  return (
    <SaveBar dirty={isDirty}>
      {isDirty && (
        <Button ref={moveFocusOnUnmount} variant="ghost" onClick={undo}>
          Undo changes
        </Button>
      )}
      <Button
        type="submit"
        variant="primary"
        disabled={!isDirty || isInvalid}
        loading={request.isLoading}
        loadingText={savingText}
        success={request.isSuccess}
      >
        {saveLabel}
      </Button>
    </SaveBar>
  );
}
