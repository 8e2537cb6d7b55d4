import { render, screen, waitFor } from '@testing-library/react';
import { Icon } from '../src/index.ts';
import { DirectionalIcon } from '../src/extra/index.ts';
import { initialIcons } from '../src/icon/initial-icons.ts';
import { deferredIcons } from '../src/icon/deferred-icons.ts';
import { createLogoIcon } from '../src/icon/logo-icon.tsx';
import { importIcons, onDemandIconNames } from '../src/icon/on-demand-icons.ts';

const svgContent = (name: string) => screen.getByRole('img', { name }).innerHTML;

test('[9.32] there are about 200 icons with unique names', () => {
  const names = [...Object.keys(initialIcons), ...Object.keys(deferredIcons), ...onDemandIconNames];
  expect(names.length).toBeGreaterThanOrEqual(190);
  expect(new Set(names).size).toBe(names.length);
});

test('[9.32] every icon renders, and only the star and the filled star have the same shape', async () => {
  const icons = { ...initialIcons, ...deferredIcons, ...(await importIcons(onDemandIconNames)) };
  const { container } = render(Object.entries(icons).map(([name, IconComponent]) => <IconComponent key={name} />));
  const shapes = [...container.querySelectorAll('svg')].map((svg) => svg.innerHTML);
  expect(shapes).not.toContain('');
  expect(new Set(shapes).size).toBe(Object.keys(icons).length - 1);
});

test.each([
  ['cloud', ['logo-google-cloud', 'logo-digitalocean']],
  ['container', ['logo-docker', 'logo-podman']],
  ['orchestration', ['logo-kubernetes', 'logo-helm']],
  ['chat', ['logo-discord', 'logo-mattermost']],
  ['code hosting', ['logo-github', 'logo-gitlab']],
  ['editor', ['logo-neovim', 'logo-vscodium']],
  ['CDN', ['logo-cloudflare', 'logo-fastly']],
] as const)('[9.32] the logos of %s vendors exist', async (_kind, names) => {
  render(names.map((name) => <Icon key={name} name={name} label={name} size={24} />));
  for (const name of names) await waitFor(() => expect(svgContent(name)).toMatch(/^<path d="m/i));
});

test('an icon reserves its space while it loads', async () => {
  render(<Icon name="workflow" label="Flow" size={20} />);
  expect(svgContent('Flow')).toBe('');
  expect(screen.getByRole('img')).toHaveAttribute('width', '20');
  await waitFor(() => expect(svgContent('Flow')).not.toBe(''));
});

test.each(['arrow', 'chevron'] as const)('[9.32] %s points in each direction', async (name) => {
  const directions = ['up', 'down', 'left', 'right'] as const;
  render(directions.map((to) => <DirectionalIcon key={to} name={name} direction={to} label={to} />));
  for (const to of directions) await waitFor(() => expect(svgContent(to)).not.toBe(''));
  expect(new Set(directions.map(svgContent)).size).toBe(4);
});

test('a logo without exactly one path is rejected', () => {
  expect(() => createLogoIcon('<svg><circle r="4"/></svg>')).toThrow('one path');
});
