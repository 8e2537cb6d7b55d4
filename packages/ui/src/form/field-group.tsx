import { useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../text/visually-hidden.tsx';

export interface FieldGroupProps {
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  /** Said of a group with a field that is wrong. */
  errorText?: string | undefined;
}

/** Fields that belong together; the group is in error while any of them shows one. */
export function FieldGroup({ title, description, children, errorText = 'Please check these fields' }: FieldGroupProps) {
  const [group, setGroup] = useState<HTMLFieldSetElement | null>(null);
  const inError = useHasInvalid(group);
  return (
    <fieldset ref={setGroup} data-error={inError || undefined} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-4 text-lg font-semibold text-strong">
        {title}
        {inError && <Icon name="alert-circle" className="ml-2 inline align-[-0.125em] text-error-icon" />}
        {inError && <VisuallyHidden>{errorText}</VisuallyHidden>}
      </legend>
      {description && <p className="-mt-4 text-secondary">{description}</p>}
      {children}
    </fieldset>
  );
}

/** Whatever the fields are and however deep they stand, what they show is what counts. */
function useHasInvalid(group: HTMLElement | null): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const observer = new MutationObserver(onChange);
      if (group) observer.observe(group, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
      return () => observer.disconnect();
    },
    [group],
  );
  return useSyncExternalStore(subscribe, () => group?.querySelector('[aria-invalid="true"]') != null);
}
