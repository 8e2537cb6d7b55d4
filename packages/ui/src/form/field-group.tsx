import { useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { VisuallyHidden } from '../text/visually-hidden.tsx';

export interface FieldGroupProps {
  title: ReactNode;
  description?: ReactNode;
  /** Marks the group as optional, instead of each of its fields. */
  optional?: boolean | undefined;
  children: ReactNode;
  /** Announced to screen readers while a field in the group is invalid. */
  errorText?: string | undefined;
}

/** A fieldset that shows an error while any field in it does. */
export function FieldGroup({
  title,
  description,
  optional = false,
  children,
  errorText = 'Check these fields',
}: FieldGroupProps) {
  const [group, setGroup] = useState<HTMLFieldSetElement | null>(null);
  const hasError = useHasInvalidField(group);
  return (
    <fieldset ref={setGroup} data-error={hasError || undefined} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-4 text-lg font-semibold text-strong">
        {title} {optional && <span className="ml-1 text-sm font-normal text-secondary">Optional</span>}
        {hasError && <Icon name="alert-circle" className="ml-2 inline align-[-0.125em] text-error-icon" />}
        {hasError && <VisuallyHidden>{errorText}</VisuallyHidden>}
      </legend>
      {description && <p className="-mt-4 text-secondary">{description}</p>}
      {children}
    </fieldset>
  );
}

/** Observes `aria-invalid` in the DOM, so it works for fields of any kind at any depth. */
function useHasInvalidField(group: HTMLElement | null): boolean {
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
