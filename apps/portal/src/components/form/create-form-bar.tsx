import { Button, SaveBar, type ButtonProps } from '@portal/ui';
import { useId } from 'react';
import { invalidFormNote } from './invalid-form-note.ts';

export interface CreateFormBarProps extends Pick<ButtonProps, 'icon' | 'loadingText'> {
  label: string;
  isInvalid: boolean;
  isLoading: boolean;
}

/** The button of a form that creates something. It says why the button is disabled. */
export function CreateFormBar(props: CreateFormBarProps) {
  const reasonId = useId();
  return (
    <SaveBar note={props.isInvalid && <span id={reasonId}>{invalidFormNote}</span>}>
      <CreateButton {...props} reasonId={reasonId} />
    </SaveBar>
  );
}

/** The same without a bar, in the last row of a form. */
export function CreateFormAction(props: CreateFormBarProps) {
  const reasonId = useId();
  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      <span id={reasonId} role="status" className="text-sm text-secondary empty:sr-only">
        {props.isInvalid && invalidFormNote}
      </span>
      <CreateButton {...props} reasonId={reasonId} />
    </div>
  );
}

function CreateButton({ label, isInvalid, isLoading, reasonId, ...button }: CreateFormBarProps & { reasonId: string }) {
  return (
    <Button
      {...button}
      type="submit"
      variant="primary"
      disabled={isInvalid}
      aria-describedby={isInvalid ? reasonId : undefined}
      loading={isLoading}
    >
      {label}
    </Button>
  );
}
