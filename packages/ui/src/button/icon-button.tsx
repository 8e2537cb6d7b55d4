import type { ComponentPropsWithRef, ReactElement } from 'react';
import { cloneElement } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-name.ts';
import { Spinner } from '../icon/spinner.tsx';
import { Tooltip } from '../overlay/tooltip.tsx';
import { iconButtonClasses, type ButtonSize, type ButtonVariant } from './button-classes.ts';
import { newTabProps } from './new-tab-props.ts';
import { useClickGuard } from './use-click-guard.ts';

export interface IconButtonProps extends Omit<
  ComponentPropsWithRef<'button'>,
  'children' | 'aria-label' | 'disabled' | 'aria-pressed'
> {
  icon: IconName;
  label: string;
  /** The tooltip's text; `true` shows the label. */
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
  const guard = useClickGuard<HTMLButtonElement>({
    blocked,
    confirm: false,
    onClick,
    allowDoubleClick: rest['aria-haspopup'] !== undefined,
  });
  const props = {
    ...rest,
    className: classNames(iconButtonClasses(variant, size), className),
    onClick: guard.onClick,
    'aria-label': label,
    'aria-pressed': pressed,
    'aria-busy': loading || undefined,
    'aria-disabled': blocked || undefined,
  };
  const iconElement = loading ? <Spinner size={16} /> : <Icon name={icon} size={size === 'sm' ? 14 : 16} />;
  const button = render ? (
    cloneElement(render, { ...newTabProps(render), ...props, children: iconElement })
  ) : (
    <button type="button" {...props}>
      {iconElement}
    </button>
  );
  return tooltip ? (
    <Tooltip content={tooltip === true ? label : tooltip} repeatsLabel={tooltip === true}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
