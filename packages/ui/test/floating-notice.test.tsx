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
