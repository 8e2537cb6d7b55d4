import type { SVGProps } from 'react';
import type { IconComponent } from './icon-component.ts';

/** Turns a logo from Simple Icons, which has exactly one path, into an icon in the text colour. */
export function createLogoIcon(svg: string): IconComponent {
  const path = /<path d="([^"]+)"/.exec(svg)?.[1];
  if (path === undefined) throw new Error('A logo must have exactly one path');
  return function LogoIcon({ strokeWidth: _strokeWidth, ...props }: SVGProps<SVGSVGElement>) {
    return (
      <svg viewBox="0 0 24 24" fill="currentColor" {...props}>
        <path d={path} />
      </svg>
    );
  };
}
