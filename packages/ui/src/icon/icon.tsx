import { createElement } from 'react';
import type { IconName } from './icon-name.ts';
import { useGlyph } from './loaded-glyphs.ts';

export interface IconProps {
  name: IconName;
  /** In pixels. */
  size?: number | undefined;
  /** What a screen reader says; without it the icon is decoration. */
  label?: string | undefined;
  className?: string | undefined;
}

export function Icon({ name, size = 16, label, className }: IconProps) {
  // Until it is there, an empty picture holds its place.
  const glyph = useGlyph(name) ?? 'svg';
  const said = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return createElement(glyph, {
    width: size,
    height: size,
    strokeWidth: size > 28 ? 1.5 : 2,
    className: `shrink-0 ${className ?? ''}`,
    ...said,
  });
}
