export type Theme = 'light' | 'dark';
export type Tokens = Record<string, string>;

const declarations = (css: string): Tokens =>
  Object.fromEntries([...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));

const block = (css: string, selector: string) => css.slice(css.indexOf(selector)).split('}')[0] ?? '';

/** Returns the tokens of each theme, including the palettes. */
export function readTokens(palettes: string, semantic: string): Record<Theme, Tokens> {
  const shared = declarations(palettes);
  return {
    light: { ...shared, ...declarations(block(semantic, "[data-theme='light']")) },
    dark: { ...shared, ...declarations(block(semantic, "[data-theme='dark'] {")) },
  };
}

/** The WCAG 2 contrast ratio of two opaque tokens. */
export function contrast(tokens: Tokens, first: string, second: string): number {
  const [darker, lighter] = [luminance(resolve(tokens, first)), luminance(resolve(tokens, second))].sort(
    (a, b) => a - b,
  );
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function resolve(tokens: Tokens, name: string): string {
  const value = tokens[name];
  if (value === undefined) throw new Error(`Unknown token --${name}`);
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return reference ? resolve(tokens, reference) : value;
}

/** The luminance of an `oklch(l c h)` colour: converted through OKLab to linear sRGB and clipped to the gamut. */
function luminance(colour: string): number {
  const parts = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour);
  if (!parts) throw new Error(`${colour} is not an opaque oklch colour`);
  const [lightness = 0, chroma = 0, hue = 0] = parts.slice(1).map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.max(0, Math.min(1, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
