import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The button that opens the menu of a row: of a member by email, of a token by name, of a webhook by host. */
export const rowMenu = (subject: string) => screen.getByRole('button', { name: `Actions for ${subject}` });

/** Chooses an action from the menu of a row. */
export async function chooseAction(ui: UserEvent, subject: string, action: string): Promise<void> {
  await ui.click(await screen.findByRole('button', { name: `Actions for ${subject}` }));
  await ui.click(await screen.findByRole('menuitem', { name: action }));
}

/** The actions that the menu of a row offers. */
export async function listActions(ui: UserEvent, subject: string): Promise<(string | null)[]> {
  await ui.click(rowMenu(subject));
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  const names = items.map(({ textContent }) => textContent);
  await ui.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  return names;
}
