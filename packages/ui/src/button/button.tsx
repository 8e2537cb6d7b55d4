import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, type Ref } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-name.ts';
import { Spinner } from '../icon/spinner.tsx';
import { buttonLook, type ButtonSize, type ButtonVariant } from './button-looks.ts';
import { usePressGuard } from './press-guard.ts';
import { useShownSuccess } from './shown-success.ts';

export interface ButtonProps {
  children: ReactNode;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: IconName | undefined;
  /** At work: says `loadingText` and ignores clicks. */
  loading?: boolean | undefined;
  loadingText?: string | undefined;
  /** Once this turns true, `successText` shows for two seconds. */
  success?: boolean | undefined;
  successText?: string | undefined;
  /** Asks for a second click within three seconds. */
  confirmClick?: boolean | undefined;
  confirmText?: string | undefined;
  disabled?: boolean | undefined;
  type?: 'button' | 'submit' | undefined;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  /** Another element to be the button, such as a router's link. */
  render?: ReactElement<Record<string, unknown>> | undefined;
  className?: string | undefined;
  id?: string | undefined;
  form?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  'aria-describedby'?: string | undefined;
  'aria-label'?: string | undefined;
}

type Phase = 'idle' | 'loading' | 'success' | 'asking';

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
  const guard = usePressGuard<HTMLElement>({ blocked, confirm: confirmClick, onPress: onClick });
  const shownSuccess = useShownSuccess(success && !loading);
  const phase: Phase = loading ? 'loading' : shownSuccess ? 'success' : guard.asking ? 'asking' : 'idle';
  const said = { loading: loadingText, success: successText, asking: confirmText };
  const text = phase === 'idle' ? children : said[phase];

  const props = {
    ...rest,
    // What the button says now has to be in its name, too.
    'aria-label': label && phase !== 'idle' ? `${said[phase]}: ${label}` : label,
    className: classes(buttonLook(variant, size), className),
    onClick: guard.press,
    'aria-busy': loading || undefined,
    'aria-disabled': blocked || undefined,
    'data-phase': phase,
  };
  const content = (
    <>
      <ButtonSign phase={phase} icon={icon} size={size} />
      <span aria-live="polite" className="truncate">
        {text}
      </span>
    </>
  );
  if (render) return cloneElement(render, { ...props, children: content });
  return (
    <button type={type} {...props}>
      {content}
    </button>
  );
}

function ButtonSign({ phase, icon, size }: { phase: Phase; icon: IconName | undefined; size: ButtonSize }) {
  const pixels = size === 'sm' ? 14 : 16;
  if (phase === 'loading') return <Spinner size={pixels} />;
  if (phase === 'success') return <Icon name="check" size={pixels} />;
  return icon ? <Icon name={icon} size={pixels} /> : null;
}
