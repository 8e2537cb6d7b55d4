import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Truncate } from '../src/index.ts';

let room = 100;
const needed = 80;
const observers = new Set<() => void>();

/** What a browser does when it lays the page out. */
const layOut = () => act(() => observers.forEach((report) => report()));

beforeEach(() => {
  room = 100;
  observers.clear();
  jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(needed);
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room);
  jest.spyOn(globalThis, 'ResizeObserver').mockImplementation((callback) => {
    const observer = {
      observe: () => void observers.add(report),
      unobserve: () => undefined,
      disconnect: () => void observers.delete(report),
    };
    const report = () => callback([], observer);
    return observer;
  });
});

const text = () => screen.getByText('A long name');

test('[9.23] finds out when the text does not fit any more, and shows the whole then', () => {
  jest.useFakeTimers();
  render(<Truncate>A long name</Truncate>);
  layOut();
  expect(text()).not.toHaveAttribute('tabindex');
  room = 50;
  layOut();
  act(() => text().focus());
  act(() => jest.advanceTimersByTime(0));
  expect(screen.getByRole('tooltip')).toHaveTextContent('A long name');
  room = 100;
  layOut();
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  jest.useRealTimers();
});

test('[9.23] another text is measured anew', () => {
  const { rerender } = render(<Truncate>Name</Truncate>);
  layOut();
  room = 50;
  rerender(<Truncate>A long name</Truncate>);
  expect(text()).not.toHaveAttribute('tabindex');
  layOut();
  expect(text()).toHaveAttribute('tabindex', '0');
});

test('is no stop of its own within a link', () => {
  room = 50;
  render(
    <a href="#there">
      <Truncate>A long name</Truncate>
    </a>,
  );
  layOut();
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
  layOut();
  expect(text()).not.toHaveAttribute('tabindex');
});

test('an element that is gone is observed no more', () => {
  const { unmount } = render(<Truncate>A long name</Truncate>);
  expect(observers.size).toBe(1);
  unmount();
  expect(observers.size).toBe(0);
});

test.each([2, 3, 4, 5] as const)('[9.23] is cut after %i lines', (lines) => {
  render(<Truncate lines={lines}>A long name</Truncate>);
  expect(text()).toHaveClass(`line-clamp-${lines}`);
});
