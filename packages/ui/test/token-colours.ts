export type Theme = 'light' | 'dark';
export type Tokens = Record<string, string>;

const declarations = (css: string): Tokens =>
  Object.fromEntries([...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));

const block = (css: string, selector: string) => css.slice(css.indexOf(selector)).split('}')[0] ?? '';

/** The tokens of each theme, with the palettes that they refer to. */
export function readTokens(palettes: string, semantic: string): Record<Theme, Tokens> {
  const shared = declarations(palettes);
  return {
    light: { ...shared, ...declarations(block(semantic, "[data-theme='light']")) },
    dark: { ...shared, ...declarations(block(semantic, "[data-theme='dark'] {")) },
  };
}

/** The ratio of two opaque tokens as WCAG 2 counts it. */
export function contrast(tokens: Tokens, one: string, other: string): number {
  const [darker, lighter] = [luminance(resolve(tokens, one)), luminance(resolve(tokens, other))].sort((a, b) => a - b);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function resolve(tokens: Tokens, name: string): string {
  const value = tokens[name];
  if (value === undefined) throw new Error(`There is no token --${name}`);
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return reference ? resolve(tokens, reference) : value;
}

/** Of an `oklch(l c h)`: through OKLab to linear sRGB, cut to what a screen can show. */
function luminance(colour: string): number {
  const parts = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour);
  if (!parts) throw new Error(`${colour} is not an opaque oklch colour`);
  const [lightness = 0, chroma = 0, hue = 0] = parts.slice(1).map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const shown = (value: number) => Math.max(0, Math.min(1, value));
  const red = shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
