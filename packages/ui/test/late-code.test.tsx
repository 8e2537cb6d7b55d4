import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ColourField, Modal } from '../src/index.ts';
import { colourOpenDelay } from '../src/colour/colour-field.tsx';

// The first of this file: afterwards the code is here.
test('a choice of colours whose code is still on its way is not closed by a second press, and opens once it is here', async () => {
  jest.useFakeTimers();
  render(<ColourField label="Colour" value="#112233" onChange={() => undefined} />);
  const button = screen.getByRole('button', { name: /Colour/ });
  for (const press of ['first', 'second']) {
    fireEvent.click(button);
    act(() => jest.advanceTimersByTime(colourOpenDelay));
    expect([press, button.getAttribute('aria-expanded')]).toEqual([press, 'false']);
  }
  jest.useRealTimers();
  expect(await screen.findByRole('dialog', { name: 'Colour' })).toBeVisible();
  expect(button).toHaveAttribute('aria-expanded', 'true');
});

test('a dialog that is no more wanted when its code is here does not open, and one that is wanted again does', async () => {
  const dialogThatIs = (open: boolean) => <Modal open={open} onOpenChange={() => undefined} title="Late" />;
  const { rerender } = render(dialogThatIs(true));
  rerender(dialogThatIs(false));
  await act(() => import('../src/overlay/modal-popup.tsx'));
  expect(screen.queryByRole('dialog')).toBeNull();
  rerender(dialogThatIs(true));
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Late' })).toBeVisible());
});
