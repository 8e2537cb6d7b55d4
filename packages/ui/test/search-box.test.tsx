import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { SearchBox, TextField } from '../src/index.ts';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

function show() {
  const onSearch = jest.fn();
  render(
    <>
      <SearchBox label="Search workspaces" onSearch={onSearch} />
      <TextField label="Other" value="" />
    </>,
  );
  return { onSearch, input: screen.getByRole('searchbox') };
}

// @covers 5.shared-form-rules.16 9.17
test('searches 50 ms after the last key', () => {
  const { onSearch, input } = show();
  fireEvent.change(input, { target: { value: 'p' } });
  act(() => jest.advanceTimersByTime(40));
  fireEvent.change(input, { target: { value: 'pr' } });
  act(() => jest.advanceTimersByTime(49));
  expect(onSearch).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1));
  expect(onSearch.mock.calls).toEqual([['pr']]);
});

// @covers 5.shared-form-rules.16 9.17
test('searches immediately on Enter, and only once', () => {
  const { onSearch, input } = show();
  fireEvent.change(input, { target: { value: 'prod' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  act(() => jest.advanceTimersByTime(100));
  expect(onSearch.mock.calls).toEqual([['prod']]);
});

// @covers 5.shared-form-rules.16
test('uses the given debounce, except for Enter', () => {
  const onSearch = jest.fn();
  render(<SearchBox label="Search" onSearch={onSearch} debounceMs={300} />);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'p' } });
  act(() => jest.advanceTimersByTime(299));
  expect(onSearch).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'pr' } });
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' });
  expect(onSearch.mock.calls).toEqual([['p'], ['pr']]);
});

test('a search that starts after the page rendered again uses what the page passed last', () => {
  const [before, after] = [jest.fn(), jest.fn()];
  const { rerender } = render(<SearchBox label="Search" onSearch={before} />);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'prod' } });
  rerender(<SearchBox label="Search" onSearch={after} />);
  act(() => jest.advanceTimersByTime(50));
  expect(before).not.toHaveBeenCalled();
  expect(after.mock.calls).toEqual([['prod']]);
});

test('keeps what the user typed while the page catches up with the search, and takes over any other value', () => {
  const onSearch = jest.fn();
  const box = (value: string) => <SearchBox label="Search" value={value} onSearch={onSearch} />;
  const { rerender } = render(box(''));
  const input = screen.getByRole('searchbox');
  for (const text of ['p', 'pr', 'pro']) {
    fireEvent.change(input, { target: { value: text } });
    act(() => jest.advanceTimersByTime(50));
  }
  fireEvent.change(input, { target: { value: 'prod' } });
  for (const value of ['p', 'pro']) {
    rerender(box(value));
    expect(input).toHaveValue('prod');
  }
  rerender(box('p'));
  expect(input).toHaveValue('p');
  rerender(box('staging'));
  expect(input).toHaveValue('staging');
});

test('ignores Enter while an input method composes text', () => {
  const { onSearch, input } = show();
  fireEvent.change(input, { target: { value: '生' } });
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  expect(onSearch).not.toHaveBeenCalled();
});

// @covers 5.shared-form-rules.16 9.17
test('Escape removes the focus', () => {
  const { input } = show();
  act(() => input.focus());
  fireEvent.keyDown(input, { key: 'Escape' });
  expect(input).not.toHaveFocus();
});

test('a slash focuses the search box unless another field has the focus', () => {
  const { input } = show();
  act(() => screen.getByLabelText('Other').focus());
  fireEvent.keyDown(screen.getByLabelText('Other'), { key: '/' });
  expect(input).not.toHaveFocus();
  act(() => screen.getByLabelText('Other').blur());
  fireEvent.keyDown(document.body, { key: '/' });
  expect(input).toHaveFocus();
});

test('a slash selects the text, so that typing replaces it', () => {
  render(<SearchBox label="Search" value="prod" onSearch={() => undefined} />);
  fireEvent.keyDown(document.body, { key: '/' });
  const input = screen.getByRole<HTMLInputElement>('searchbox');
  expect(input).toHaveFocus();
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 4]);
});

test('a slash works while a button has the focus, but not in a menu', () => {
  render(
    <>
      <SearchBox label="Search" onSearch={() => undefined} />
      <button>Press</button>
      <div role="menu">
        <button role="menuitem">Choose</button>
      </div>
    </>,
  );
  for (const [name, moves] of [
    ['Choose', false],
    ['Press', true],
  ] as const) {
    const button = screen.getByText(name);
    button.focus();
    fireEvent.keyDown(button, { key: '/' });
    expect(screen.getByRole('searchbox') === document.activeElement).toBe(moves);
  }
});

test('a slash works while a heading has the focus', () => {
  const { input } = show();
  const heading = document.body.appendChild(document.createElement('h1'));
  heading.tabIndex = -1;
  act(() => heading.focus());
  fireEvent.keyDown(heading, { key: '/' });
  expect(input).toHaveFocus();
  heading.remove();
});

test('the clear button clears the search and keeps the focus', () => {
  const { onSearch, input } = show();
  fireEvent.change(input, { target: { value: 'prod' } });
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(onSearch).toHaveBeenLastCalledWith('');
  expect(input).toHaveFocus();
});

test('without the shortcut, a slash does nothing and the box does not announce it', () => {
  render(<SearchBox label="Search" hasShortcut={false} onSearch={() => undefined} />);
  fireEvent.keyDown(document.body, { key: '/' });
  const input = screen.getByRole('searchbox');
  expect(input).not.toHaveFocus();
  expect(input).not.toHaveAttribute('aria-keyshortcuts');
  expect(screen.queryByText('/')).toBeNull();
});
