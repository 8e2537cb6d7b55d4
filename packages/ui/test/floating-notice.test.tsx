import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { FloatingNotice, type Notice } from '../src/index.ts';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

function show() {
  const onClose = jest.fn();
  const element = (notice: Notice | undefined) => (
    <FloatingNotice label="Undo" notice={notice} action={<button type="button">Undo</button>} onClose={onClose} />
  );
  const { rerender } = render(element(undefined));
  return { onClose, update: (notice: Notice | undefined) => rerender(element(notice)) };
}

test('a notice says what a change did, also to screen readers, with its action', () => {
  const { update } = show();
  const status = screen.getByRole('status');
  expect(status).toBeEmptyDOMElement();
  expect(screen.queryByRole('group')).toBeNull();
  update({ id: 1, message: 'Saved' });
  expect(status).toHaveTextContent('Saved');
  expect(screen.getByRole('group', { name: 'Undo' })).toHaveTextContent('Saved');
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('the same change made again is announced again, and stays for 20 seconds', () => {
  const { onClose, update } = show();
  update({ id: 1, message: 'Saved' });
  const announced = screen.getByText('Saved', { selector: '[role=status] *' });
  act(() => {
    jest.advanceTimersByTime(15_000);
  });
  update({ id: 2, message: 'Saved' });
  expect(screen.getByText('Saved', { selector: '[role=status] *' })).not.toBe(announced);
  act(() => {
    jest.advanceTimersByTime(19_000);
  });
  expect(onClose).not.toHaveBeenCalled();
  act(() => {
    jest.advanceTimersByTime(1000);
  });
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a warning has its own icon instead of that of a success', () => {
  const { container } = render(
    <FloatingNotice
      label="Last change"
      icon="check-circle"
      notice={{ id: 1, message: 'Not emailed', isWarning: true }}
      onClose={() => undefined}
    />,
  );
  expect(container.querySelector('.text-warning-icon')).toBeVisible();
  expect(container.querySelector('.text-success-icon')).toBeNull();
});

test('a notice replaces the one of another part of the page, which would be in the same place', () => {
  const first = show();
  first.update({ id: 1, message: 'Saved' });
  expect(first.onClose).not.toHaveBeenCalled();
  const second = show();
  second.update({ id: 1, message: 'Deleted' });
  expect(first.onClose).toHaveBeenCalledTimes(1);
  first.update(undefined);
  expect(second.onClose).not.toHaveBeenCalled();
});
