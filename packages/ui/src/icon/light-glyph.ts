import { createElement, type SVGProps } from 'react';
import type { Glyph } from './glyph.ts';

/** How the icon set keeps a picture: the elements in it, and the side of the square that it is drawn in. */
interface Picture {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
  readonly size: number;
}

/**
 * Draws a picture of the icon set in `Icon`. A build may put it in the place of the set's own way, which can do more than
 * we ask for: that is 2 KB on the first screen, and work for each icon of a long list.
 */
export default function lightGlyph({ node, size }: Picture): Glyph {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function LightGlyph(props: SVGProps<SVGSVGElement>) {
    return createElement(
      'svg',
      {
        viewBox: `0 0 ${size} ${size}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      lines,
    );
  };
}
