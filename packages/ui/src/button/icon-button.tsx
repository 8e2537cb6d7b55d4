import type { ComponentPropsWithRef, ReactElement } from 'react';
import { cloneElement } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-name.ts';
import { Spinner } from '../icon/spinner.tsx';
import { Tooltip } from '../overlay/tooltip.tsx';
import { squareLook, type ButtonSize, type ButtonVariant } from './button-looks.ts';
import { usePressGuard } from './press-guard.ts';

export interface IconButtonProps extends Omit<
  ComponentPropsWithRef<'button'>,
  'children' | 'aria-label' | 'disabled' | 'aria-pressed'
> {
  icon: IconName;
  label: string;
  /** What a tooltip says; `true` repeats the label. */
  tooltip?: string | boolean | undefined;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  pressed?: boolean | undefined;
  loading?: boolean | undefined;
  disabled?: boolean | undefined;
  render?: ReactElement<Record<string, unknown>> | undefined;
}

export function IconButton({
  icon,
  label,
  tooltip,
  variant = 'ghost',
  size = 'md',
  pressed,
  loading = false,
  disabled = false,
  render,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const blocked = disabled || loading;
  const guard = usePressGuard<HTMLButtonElement>({ blocked, confirm: false, onPress: onClick });
  const props = {
    ...rest,
    className: classes(squareLook(variant, size), className),
    onClick: guard.press,
    'aria-label': label,
    'aria-pressed': pressed,
    'aria-busy': loading || undefined,
    'aria-disabled': blocked || undefined,
  };
  const sign = loading ? <Spinner size={16} /> : <Icon name={icon} size={size === 'sm' ? 14 : 16} />;
  const button = render ? (
    cloneElement(render, { ...props, children: sign })
  ) : (
    <button type="button" {...props}>
      {sign}
    </button>
  );
  return tooltip ? (
    <Tooltip content={tooltip === true ? label : tooltip} names={tooltip === true}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
