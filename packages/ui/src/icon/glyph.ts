import type { ComponentType, SVGProps } from 'react';

export type Glyph = ComponentType<SVGProps<SVGSVGElement>>;
