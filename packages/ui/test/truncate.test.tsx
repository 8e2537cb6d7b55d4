import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Truncate } from '../src/index.ts';

let room = 100;
const needed = 80;

beforeEach(() => {
  room = 100;
  jest.useFakeTimers();
  jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(needed);
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room);
});

afterEach(() => {
  jest.useRealTimers();
});

const text = () => screen.getByText('A long name');

test('[9.23] looks every second whether the text still fits, and tells the whole once it does not', () => {
  render(<Truncate>A long name</Truncate>);
  expect(text()).not.toHaveAttribute('tabindex');
  room = 50;
  act(() => jest.advanceTimersByTime(999));
  expect(text()).not.toHaveAttribute('tabindex');
  act(() => jest.advanceTimersByTime(1));
  act(() => text().focus());
  act(() => jest.advanceTimersByTime(0));
  expect(screen.getByRole('tooltip')).toHaveTextContent('A long name');
  room = 100;
  act(() => jest.advanceTimersByTime(1000));
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});

test('is no stop of its own within a link', () => {
  room = 50;
  render(
    <a href="#there">
      <Truncate>A long name</Truncate>
    </a>,
  );
  expect(text()).not.toHaveAttribute('tabindex');
});

test('is no stop of its own within an entry of a menu', () => {
  room = 50;
  render(
    <div role="menu">
      <div role="menuitem">
        <Truncate>A long name</Truncate>
      </div>
    </div>,
  );
  expect(text()).not.toHaveAttribute('tabindex');
});

test('[9.23] texts share one timer, which ends with the last of them', () => {
  const { unmount } = render(
    <>
      <Truncate>A long name</Truncate>
      <Truncate>Another</Truncate>
    </>,
  );
  expect(jest.getTimerCount()).toBe(1);
  unmount();
  expect(jest.getTimerCount()).toBe(0);
});

test.each([2, 3, 4, 5] as const)('[9.23] is cut after %i lines', (lines) => {
  render(<Truncate lines={lines}>A long name</Truncate>);
  expect(text()).toHaveClass(`line-clamp-${lines}`);
});
