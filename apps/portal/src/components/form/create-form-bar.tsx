import { Button, SaveBar, type ButtonProps } from '@portal/ui';
import { useId } from 'react';
import { invalidFormNote } from './invalid-form-note.ts';

export interface CreateFormBarProps extends Pick<ButtonProps, 'icon' | 'loadingText'> {
  label: string;
  isInvalid: boolean;
  isLoading: boolean;
}

/** The button of a form that creates something. It says why the button is disabled. */
export function CreateFormBar({ label, isInvalid, isLoading, ...button }: CreateFormBarProps) {
  const reasonId = useId();
  return (
    <SaveBar note={isInvalid && <span id={reasonId}>{invalidFormNote}</span>}>
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
    </SaveBar>
  );
}
