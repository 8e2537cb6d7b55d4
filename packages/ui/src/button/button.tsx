import { cloneElement, useEffect, useState, type MouseEvent, type ReactElement, type ReactNode, type Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-name.ts';
import { Spinner } from '../icon/spinner.tsx';
import { buttonClasses, type ButtonSize, type ButtonVariant } from './button-classes.ts';
import { newTabProps } from './new-tab-props.ts';
import { useClickGuard } from './use-click-guard.ts';

export interface ButtonProps {
  children: ReactNode;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: IconName | undefined;
  /** Shows `loadingText` and ignores clicks. */
  loading?: boolean | undefined;
  loadingText?: string | undefined;
  /** When this becomes true, `successText` shows for two seconds. */
  success?: boolean | undefined;
  successText?: string | undefined;
  /** Requires a second click within three seconds. Until then the button is red. */
  confirmClick?: boolean | undefined;
  confirmText?: string | undefined;
  disabled?: boolean | undefined;
  type?: 'button' | 'submit' | undefined;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  /** The element to render instead of `<button>`, for example a router link. */
  render?: ReactElement<Record<string, unknown>> | undefined;
  className?: string | undefined;
  id?: string | undefined;
  form?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  'aria-describedby'?: string | undefined;
  'aria-label'?: string | undefined;
}

type Phase = 'idle' | 'loading' | 'success' | 'confirming';

export function Button({
  children,
  variant = 'secondary',
  size = 'md',
  icon,
  loading = false,
  loadingText = 'Loading...',
  success = false,
  successText = 'Success!',
  confirmClick = false,
  confirmText = 'You sure? Click again to confirm',
  disabled = false,
  type = 'button',
  onClick,
  render,
  className,
  'aria-label': label,
  ...rest
}: ButtonProps) {
  const blocked = disabled || loading;
  const guard = useClickGuard<HTMLElement>({ blocked, confirm: confirmClick, onClick });
  const showsSuccess = useSuccessFlash(success && !loading);
  const phase: Phase = loading ? 'loading' : showsSuccess ? 'success' : guard.confirming ? 'confirming' : 'idle';
  const phaseText = { loading: loadingText, success: successText, confirming: confirmText };
  const text = phase === 'idle' ? children : phaseText[phase];

  const props = {
    ...rest,
    // The accessible name includes the visible text of the phase.
    'aria-label': label && phase !== 'idle' ? `${phaseText[phase]}: ${label}` : label,
    className: classNames(buttonClasses(phase === 'confirming' ? 'destructive' : variant, size), className),
    onClick: guard.onClick,
    'aria-busy': loading || undefined,
    'aria-disabled': blocked || undefined,
    'data-phase': phase,
  };
  const content = (
    <>
      <ButtonIcon phase={phase} icon={icon} size={size} />
      <span aria-live="polite" className="truncate">
        {text}
      </span>
    </>
  );
  if (render) return cloneElement(render, { ...newTabProps(render), ...props, children: content });
  return (
    <button type={type} {...props}>
      {content}
    </button>
  );
}

function ButtonIcon({ phase, icon, size }: { phase: Phase; icon: IconName | undefined; size: ButtonSize }) {
  const iconSize = size === 'sm' ? 14 : 16;
  if (phase === 'loading') return <Spinner size={iconSize} />;
  if (phase === 'success') return <Icon name="check" size={iconSize} />;
  return icon ? <Icon name={icon} size={iconSize} /> : null;
}

const successDurationMs = 2000;

/** True for two seconds after `success` becomes true, even if the caller leaves it set. */
function useSuccessFlash(success: boolean): boolean {
  const [expired, setExpired] = useState(false);
  useEffect(() => {
    if (!success) return;
    const timer = setTimeout(() => setExpired(true), successDurationMs);
    return () => {
      clearTimeout(timer);
      setExpired(false);
    };
  }, [success]);
  return success && !expired;
}
