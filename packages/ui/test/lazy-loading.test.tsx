import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Modal } from '../src/index.ts';
import { ColourField } from '../src/extra/index.ts';
import { colourOpenDelayMs } from '../src/extra/colour/colour-field.tsx';

// This test must run first: afterwards the chunk is loaded.
test('a colour picker that is clicked twice while its chunk loads opens when the chunk has loaded', async () => {
  jest.useFakeTimers();
  render(<ColourField label="Colour" value="#112233" onChange={() => undefined} />);
  const button = screen.getByRole('button', { name: /Colour/ });
  for (const press of ['first', 'second']) {
    fireEvent.click(button);
    act(() => jest.advanceTimersByTime(colourOpenDelayMs));
    expect([press, button.getAttribute('aria-expanded')]).toEqual([press, 'false']);
  }
  jest.useRealTimers();
  expect(await screen.findByRole('dialog', { name: 'Colour' })).toBeVisible();
  expect(button).toHaveAttribute('aria-expanded', 'true');
});

test('a modal that is closed before its chunk has loaded does not open until it is opened again', async () => {
  const modal = (open: boolean) => <Modal open={open} onOpenChange={() => undefined} title="Late" />;
  const { rerender } = render(modal(true));
  rerender(modal(false));
  await act(() => import('../src/overlay/modal-popup.tsx'));
  expect(screen.queryByRole('dialog')).toBeNull();
  rerender(modal(true));
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Late' })).toBeVisible());
});
