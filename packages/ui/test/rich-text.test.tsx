import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RichText } from '../src/extra/index.ts';
import { copyableCode } from '../src/extra/rich-text/copyable-code.ts';
import { findA11yViolations } from './find-a11y-violations.ts';

// The first import of the chunk takes a while.
beforeAll(() => import('../src/extra/rich-text/rich-text-body.tsx'));

async function show(text: string) {
  const { container } = render(<RichText text={text} />);
  await waitFor(() => expect(container.querySelector('.rich-text')).toBeInTheDocument());
  return container;
}

test.each([
  ['$ npm ci\n', 'npm ci'],
  ['$ npm ci\n$ npm start\n\n\n', 'npm ci\nnpm start'],
  ['echo "costs"\n$ 5', 'echo "costs"\n$ 5'],
  ['$5', '$5'],
  ['  indented\n', '  indented'],
])('[9.24] copying %j removes prompts and trailing newlines', (code, copied) => {
  expect(copyableCode(code)).toBe(copied);
});

test('[9.24] a code block without a language is highlighted as js', async () => {
  await show('```\nconst answer = 42;\n```\n\n```bash\nls\n```\n\n```bash\npwd\n```');
  const [first, second] = screen.getAllByRole('group');
  expect(first).toHaveAccessibleName('Code, js');
  expect(first?.querySelector('.hljs-keyword')).toHaveTextContent('const');
  expect(second).toHaveAccessibleName('Code, bash');
  expect(await findA11yViolations()).toEqual([]);
});

test('a code block in an unknown language is not highlighted', async () => {
  const container = await show('```brainwords\n+ + +\n```');
  expect(screen.getByRole('group')).toHaveTextContent('+ + +');
  expect(container.querySelector('[class^=hljs-]')).not.toBeInTheDocument();
});

test('[9.24] the copy button copies code without its prompts', async () => {
  const writeText = jest.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await show('```bash\n$ npm ci\n```');
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Copy code' }));
    await Promise.resolve();
  });
  expect(writeText).toHaveBeenCalledWith('npm ci');
});

test('[9.25] links to other sites open in a new tab, other links do not', async () => {
  await show(
    '[There](https://example.com/a) and [here](/profile) and [below](#below) and [mail](mailto:a@example.com)',
  );
  const there = screen.getByRole('link', { name: 'There (opens in a new tab)' });
  expect(there).toHaveAttribute('target', '_blank');
  expect(there).toHaveAttribute('rel', 'noopener noreferrer');
  for (const name of ['here', 'below', 'mail'])
    expect(screen.getByRole('link', { name })).not.toHaveAttribute('target');
});

test('[9.25] a click on an image opens a new window', async () => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null);
  await show('![A plan](https://example.com/plan.png)');
  expect(screen.getByRole('img', { name: 'A plan' })).toHaveAttribute('referrerpolicy', 'no-referrer');
  fireEvent.click(screen.getByRole('button', { name: 'Open image “A plan” in a new window' }));
  expect(open).toHaveBeenCalledWith('https://example.com/plan.png', '_blank', 'noopener,noreferrer');
});

test('an image in a link follows the link', async () => {
  await show('[![A plan](https://example.com/plan.png)](https://example.com/there)');
  expect(screen.getByRole('link')).toHaveAttribute('href', 'https://example.com/there');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('HTML and javascript: URLs are not rendered', async () => {
  const container = await show(
    '<img src=x onerror="alert(1)"> <script>alert(1)</script>\n\n[a](javascript:alert(1)) ![b](javascript:alert(1))',
  );
  expect(container.querySelector('script, [onerror]')).not.toBeInTheDocument();
  expect(container.innerHTML).not.toContain('javascript:');
  expect(container).toHaveTextContent('<script>alert(1)</script>');
});

test('a block of HTML is shown as a paragraph', async () => {
  const container = await show('Before.\n\n<script>alert(1)</script>\n');
  expect([...container.querySelectorAll('p')].map((paragraph) => paragraph.textContent)).toEqual([
    'Before.',
    '<script>alert(1)</script>',
  ]);
});
