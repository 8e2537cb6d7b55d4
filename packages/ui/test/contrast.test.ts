import { readFileSync } from 'node:fs';
import { contrast, readTokens, type Theme } from './design-tokens.ts';

const read = (name: string) => readFileSync(new URL(`../src/styles/${name}.css`, import.meta.url), 'utf8');
const tokens = readTokens(read('palettes'), read('semantic'));

const themes: Theme[] = ['light', 'dark'];
const surfaces = ['page', 'surface', 'raised'];
const tones = ['action', 'info', 'success', 'warning', 'destructive', 'error', 'neutral'];

describe.each(themes)('%s', (theme) => {
  const ratio = (first: string, second: string) => contrast(tokens[theme], first, second);

  test.each(surfaces)('body text on %s has a contrast of 7:1', (surface) => {
    expect(ratio('neutral-text', surface)).toBeGreaterThanOrEqual(7);
    expect(ratio('shade-text', surface)).toBeGreaterThanOrEqual(7);
  });

  test.each([...surfaces, 'control', 'empty-background', 'neutral-background'])(
    'secondary text on %s has a contrast of 4.5:1',
    (under) => {
      expect(ratio('secondary', under)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(tones)('text of the group %s has a contrast of 4.5:1, its icon 3:1', (tone) => {
    for (const surface of [`${tone}-background`, ...surfaces]) {
      expect(ratio(`${tone}-text`, surface)).toBeGreaterThanOrEqual(4.5);
      expect(ratio(`${tone}-icon`, surface)).toBeGreaterThanOrEqual(3);
    }
  });

  test.each(['neutral', 'info', 'success', 'warning', 'destructive'])(
    'messages of tone %s have a contrast of 7:1',
    (tone) => {
      expect(ratio(`${tone}-text`, `${tone}-background`)).toBeGreaterThanOrEqual(7);
    },
  );

  test.each(['', '-hover', '-pressed'])('text on solid%s buttons has a contrast of 4.5:1', (state) => {
    expect(ratio('action-solid-text', `action-solid${state}`)).toBeGreaterThanOrEqual(4.5);
    expect(ratio('destructive-solid-text', `destructive-solid${state}`)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([...surfaces, 'control'])('input borders and the focus ring on %s have a contrast of 3:1', (under) => {
    expect(ratio('control-border', under)).toBeGreaterThanOrEqual(3);
    expect(ratio('error-border', under)).toBeGreaterThanOrEqual(3);
    expect(ratio('focus', under)).toBeGreaterThanOrEqual(3);
  });

  test('a tooltip has a contrast of 7:1', () => {
    expect(ratio('tooltip-text', 'tooltip')).toBeGreaterThanOrEqual(7);
  });
});

const groups = [...tones, 'empty', 'shade'];
const roles = ['background', 'text', 'border', 'icon'];

test.each(groups)('[9.31] the group %s has a background, text, border and icon in both themes', (group) => {
  for (const theme of themes) for (const role of roles) expect(tokens[theme]).toHaveProperty(`${group}-${role}`);
});

test.each(themes)('[9.31] shade and empty have enough contrast in the %s theme', (theme) => {
  expect(contrast(tokens[theme], 'shade-text', 'shade-background')).toBeGreaterThanOrEqual(7);
  expect(contrast(tokens[theme], 'shade-icon', 'shade-background')).toBeGreaterThanOrEqual(3);
  expect(contrast(tokens[theme], 'empty-text', 'empty-background')).toBeGreaterThanOrEqual(4.5);
});

const palettes = ['neutral', 'action', 'success', 'warning', 'destructive'];

test.each(palettes)('[9.31] the palette %s gets darker with each step from 50 to 900', (palette) => {
  const names = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900].map((step) => `color-${palette}-${step}`);
  const brightness = names.map((name) => contrast(tokens.light, name, 'color-shade-100'));
  expect(brightness).toEqual([...new Set(brightness)].sort((a, b) => b - a));
});

test('[9.31] shade is white at 0 and black at 100', () => {
  expect(contrast(tokens.light, 'color-shade-0', 'color-shade-100')).toBeCloseTo(21, 5);
});

test.each(['rose', 'orange', 'lime', 'teal', 'sky', 'violet'])(
  '[9.31] the accent %s is visible on every surface',
  (accent) => {
    for (const theme of themes)
      for (const surface of surfaces)
        expect(contrast(tokens[theme], `color-accent-${accent}`, surface)).toBeGreaterThanOrEqual(3);
  },
);

test('both themes define the same tokens', () => {
  expect(Object.keys(tokens.dark).sort()).toEqual(Object.keys(tokens.light).sort());
});

test('in the dark theme, each raised surface is lighter than the one below', () => {
  const brightness = surfaces.map((surface) => contrast(tokens.dark, surface, 'color-shade-100'));
  expect(brightness).toEqual([...brightness].sort((a, b) => a - b));
});
