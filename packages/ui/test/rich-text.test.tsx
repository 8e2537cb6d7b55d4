import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RichText } from '../src/index.ts';
import { copyTextOf } from '../src/rich-text/copy-text.ts';
import { findFaults } from './find-faults.ts';

// Its machinery is a file of its own, which takes a while to load the first time.
beforeAll(() => import('../src/rich-text/rich-text-body.tsx'));

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
])('[9.24] what is copied of %j', (code, copied) => {
  expect(copyTextOf(code)).toBe(copied);
});

test('[9.24] a block of code without a language is in js', async () => {
  await show('```\nconst answer = 42;\n```\n\n```bash\nls\n```\n\n```bash\npwd\n```');
  const [first, second] = screen.getAllByRole('group');
  expect(first).toHaveAccessibleName('Code, js');
  expect(first?.querySelector('.hljs-keyword')).toHaveTextContent('const');
  expect(second).toHaveAccessibleName('Code, bash');
  expect(await findFaults()).toEqual([]);
});

test('a language that is not known shows without colours', async () => {
  const container = await show('```brainwords\n+ + +\n```');
  expect(screen.getByRole('group')).toHaveTextContent('+ + +');
  expect(container.querySelector('[class^=hljs-]')).not.toBeInTheDocument();
});

test('[9.24] the code that is copied is without its prompts', async () => {
  const writeText = jest.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await show('```bash\n$ npm ci\n```');
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Copy the code' }));
    await Promise.resolve();
  });
  expect(writeText).toHaveBeenCalledWith('npm ci');
});

test('[9.25] links to other sites open in a new tab, those within stay', async () => {
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
  fireEvent.click(screen.getByRole('button', { name: 'Open the picture “A plan” in a new window' }));
  expect(open).toHaveBeenCalledWith('https://example.com/plan.png', '_blank', 'noopener,noreferrer');
});

test('an image in a link leads where the link does', async () => {
  await show('[![A plan](https://example.com/plan.png)](https://example.com/there)');
  expect(screen.getByRole('link')).toHaveAttribute('href', 'https://example.com/there');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('neither HTML nor an address that is a script comes through', async () => {
  const container = await show(
    '<img src=x onerror="alert(1)"> <script>alert(1)</script>\n\n[a](javascript:alert(1)) ![b](javascript:alert(1))',
  );
  expect(container.querySelector('script, [onerror]')).not.toBeInTheDocument();
  expect(container.innerHTML).not.toContain('javascript:');
  expect(container).toHaveTextContent('<script>alert(1)</script>');
});

test('HTML on lines of its own stands as a paragraph', async () => {
  const container = await show('Before.\n\n<script>alert(1)</script>\n');
  expect([...container.querySelectorAll('p')].map((each) => each.textContent)).toEqual([
    'Before.',
    '<script>alert(1)</script>',
  ]);
});
