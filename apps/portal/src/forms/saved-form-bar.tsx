import { Button, handFocusOn, SaveBar } from '@portal/ui';

export interface SavedFormBarProps {
  /** Of `useSavedForm`. */
  form: { readonly isDirty: boolean; readonly isInvalid: boolean; readonly undo: () => void };
  /** Of the hook that saves. */
  request: { readonly isLoading: boolean; readonly isSuccess: boolean };
  saveLabel: string;
  savingText: string;
}

/** The foot of a form for something that exists: undo and save. */
export function SavedFormBar({ form, request, saveLabel, savingText }: SavedFormBarProps) {
  const { isDirty, isInvalid, undo } = form;
  return (
    <SaveBar changed={isDirty}>
      {isDirty && (
        <Button ref={handFocusOn} variant="ghost" onClick={undo}>
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
