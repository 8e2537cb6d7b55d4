import { render } from '@testing-library/react';
import { createElement, type ComponentType, type SVGProps } from 'react';
import lightGlyph from '../src/icon/light-glyph.ts';

interface OfTheSet {
  readonly default: ComponentType<SVGProps<SVGSVGElement>>;
  readonly __iconData: Parameters<typeof lightGlyph>[0];
}

const attributesOf = (element: Element) =>
  Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value]));

/** The icon as markup, without the names that the set gives its pictures. */
function drawn(glyph: ComponentType<SVGProps<SVGSVGElement>>) {
  const asked = { width: 14, height: 14, strokeWidth: 1.5, 'aria-hidden': true, className: 'shrink-0' } as const;
  const { container } = render(createElement(glyph, asked));
  const svg = container.querySelector('svg') ?? container;
  const { class: _names, xmlns: _namespace, ...attributes } = attributesOf(svg);
  return { attributes, lines: svg.innerHTML };
}

test.each(['check', 'star', 'search-x', 'users', 'mail', 'key-round', 'ellipsis'])(
  'the icon %s is drawn as the set itself draws it',
  async (name) => {
    const icon = (await import(`lucide-react/icons/${name}`)) as OfTheSet;
    expect(drawn(lightGlyph(icon.__iconData))).toEqual(drawn(icon.default));
  },
);
