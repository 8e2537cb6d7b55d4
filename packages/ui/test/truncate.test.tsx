import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { DescriptionList, Truncate } from '../src/index.ts';

let availableWidth = 100;
const requiredWidth = 80;
const observers = new Set<() => void>();

/** Calls the observers, as a browser does after layout. */
const triggerLayout = () => act(() => observers.forEach((report) => report()));

beforeEach(() => {
  availableWidth = 100;
  observers.clear();
  jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(requiredWidth);
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => availableWidth);
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

test('[9.23] a text that no longer fits shows a tooltip', () => {
  jest.useFakeTimers();
  render(<Truncate>A long name</Truncate>);
  triggerLayout();
  expect(text()).not.toHaveAttribute('tabindex');
  availableWidth = 50;
  triggerLayout();
  act(() => text().focus());
  act(() => jest.advanceTimersByTime(0));
  expect(screen.getByRole('tooltip')).toHaveTextContent('A long name');
  availableWidth = 100;
  triggerLayout();
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  jest.useRealTimers();
});

test('[9.23] a changed text is measured again', () => {
  const { rerender } = render(<Truncate>Name</Truncate>);
  triggerLayout();
  availableWidth = 50;
  rerender(<Truncate>A long name</Truncate>);
  expect(text()).not.toHaveAttribute('tabindex');
  triggerLayout();
  expect(text()).toHaveAttribute('tabindex', '0');
});

test('is not focusable inside a link', () => {
  availableWidth = 50;
  render(
    <a href="#there">
      <Truncate>A long name</Truncate>
    </a>,
  );
  triggerLayout();
  expect(text()).not.toHaveAttribute('tabindex');
});

test('is not focusable inside a menu entry', () => {
  availableWidth = 50;
  render(
    <div role="menu">
      <div role="menuitem">
        <Truncate>A long name</Truncate>
      </div>
    </div>,
  );
  triggerLayout();
  expect(text()).not.toHaveAttribute('tabindex');
});

test('an unmounted element is no longer observed', () => {
  const { unmount } = render(<Truncate>A long name</Truncate>);
  expect(observers.size).toBe(1);
  unmount();
  expect(observers.size).toBe(0);
});

test.each([2, 3, 4, 5] as const)('[9.23] is truncated after %i lines', (lines) => {
  render(<Truncate lines={lines}>A long name</Truncate>);
  expect(text()).toHaveClass(`line-clamp-${lines}`);
});

test('wraps in a description list on a phone, which has no tooltips', () => {
  const { container } = render(<DescriptionList>{null}</DescriptionList>);
  expect(container.querySelector('dl')).toHaveClass('max-sm:wrap-truncated');
});
