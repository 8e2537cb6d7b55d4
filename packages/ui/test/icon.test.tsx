import { render, screen, waitFor } from '@testing-library/react';
import { DirectionalIcon, Icon } from '../src/index.ts';
import { firstGlyphs } from '../src/icon/first-glyphs.ts';
import { logoGlyph } from '../src/icon/logo-glyph.tsx';
import { moreGlyphs } from '../src/icon/more-glyphs.ts';
import { fetchGlyphs, rareIconNames } from '../src/icon/rare-glyphs.ts';

const drawn = (name: string) => screen.getByRole('img', { name }).innerHTML;

test('[9.32] there are about 200 icons, each under one name', () => {
  const names = [...Object.keys(firstGlyphs), ...Object.keys(moreGlyphs), ...rareIconNames];
  expect(names.length).toBeGreaterThanOrEqual(190);
  expect(new Set(names).size).toBe(names.length);
});

test('[9.32] every icon can be drawn, and no two are the same but the star and the filled star', async () => {
  const glyphs = { ...firstGlyphs, ...moreGlyphs, ...(await fetchGlyphs(rareIconNames)) };
  const { container } = render(Object.entries(glyphs).map(([name, Glyph]) => <Glyph key={name} />));
  const pictures = [...container.querySelectorAll('svg')].map((svg) => svg.innerHTML);
  expect(pictures).not.toContain('');
  expect(new Set(pictures).size).toBe(Object.keys(glyphs).length - 1);
});

test.each([
  ['cloud', ['logo-google-cloud', 'logo-digitalocean']],
  ['container', ['logo-docker', 'logo-podman']],
  ['orchestration', ['logo-kubernetes', 'logo-helm']],
  ['chat', ['logo-discord', 'logo-mattermost']],
  ['code hosting', ['logo-github', 'logo-gitlab']],
  ['editor', ['logo-neovim', 'logo-vscodium']],
  ['CDN', ['logo-cloudflare', 'logo-fastly']],
] as const)('[9.32] vendors of %s have their logos', async (_kind, names) => {
  render(names.map((name) => <Icon key={name} name={name} label={name} size={24} />));
  for (const name of names) await waitFor(() => expect(drawn(name)).toMatch(/^<path d="m/i));
});

test('an icon that was not shown before keeps its place while it is fetched', async () => {
  render(<Icon name="workflow" label="Flow" size={20} />);
  expect(drawn('Flow')).toBe('');
  expect(screen.getByRole('img')).toHaveAttribute('width', '20');
  await waitFor(() => expect(drawn('Flow')).not.toBe(''));
});

test.each(['arrow', 'chevron'] as const)('[9.32] %s points in each direction', async (name) => {
  const directions = ['up', 'down', 'left', 'right'] as const;
  render(directions.map((to) => <DirectionalIcon key={to} name={name} direction={to} label={to} />));
  for (const to of directions) await waitFor(() => expect(drawn(to)).not.toBe(''));
  expect(new Set(directions.map(drawn)).size).toBe(4);
});

test('a picture that is not one path is no logo', () => {
  expect(() => logoGlyph('<svg><circle r="4"/></svg>')).toThrow('one path');
});
