import { createElement } from 'react';
import type { IconName } from './icon-name.ts';
import { useIconComponent } from './icon-loader.ts';

export interface IconProps {
  name: IconName;
  /** In pixels. */
  size?: number | undefined;
  /** The accessible name. Without it the icon is decorative. */
  label?: string | undefined;
  className?: string | undefined;
}

export function Icon({ name, size = 16, label, className }: IconProps) {
  // While the icon loads, an empty `<svg>` reserves its space.
  const component = useIconComponent(name) ?? 'svg';
  const accessibleName = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return createElement(component, {
    width: size,
    height: size,
    strokeWidth: size > 28 ? 1.5 : 2,
    className: `shrink-0 ${className ?? ''}`,
    ...accessibleName,
  });
}
