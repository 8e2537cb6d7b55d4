import type { SVGProps } from 'react';
import type { Glyph } from './glyph.ts';

/** Draws the one path of a logo's picture in the colour of the text around it. */
export function logoGlyph(picture: string): Glyph {
  const path = /<path d="([^"]+)"/.exec(picture)?.[1];
  if (path === undefined) throw new Error('A logo is drawn as one path, and this one is not');
  return function LogoGlyph({ strokeWidth: _none, ...props }: SVGProps<SVGSVGElement>) {
    return (
      <svg viewBox="0 0 24 24" fill="currentColor" {...props}>
        <path d={path} />
      </svg>
    );
  };
}
