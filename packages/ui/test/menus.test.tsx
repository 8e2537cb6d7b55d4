import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { IconButton, Menu } from '../src/index.ts';

// The first test of this file: afterwards the code is here.
test('a menu whose code is still on its way is not closed by a second press, and opens once it is here', async () => {
  render(<Menu trigger={<IconButton icon="more" label="More" />} items={[{ label: 'Settings' }]} />);
  const trigger = screen.getByRole('button', { name: 'More' });
  fireEvent.click(trigger);
  expect(trigger).toHaveAttribute('aria-expanded', 'false');
  fireEvent.click(trigger);
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveFocus());
  expect(trigger).toHaveAttribute('aria-expanded', 'true');
});

function Things() {
  const [things, setThings] = useState(['Alpha', 'Beta', 'Gamma']);
  return (
    <ul>
      <li>
        <a href="#new">New thing</a>
      </li>
      {things.map((thing) => (
        <li key={thing}>
          <Menu
            trigger={<IconButton icon="more" label={`Menu of ${thing}`} />}
            items={[{ label: 'Hide', onSelect: () => setThings(things.filter((other) => other !== thing)) }]}
          />
        </li>
      ))}
    </ul>
  );
}

test('where an entry takes its thing from the list, the focus goes to the next, to the one before, to what is left', async () => {
  render(<Things />);
  const trigger = (thing: string) => screen.getByRole('button', { name: `Menu of ${thing}` });
  const hide = async () => {
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Hide' })).toHaveFocus());
    fireEvent.click(screen.getByRole('menuitem', { name: 'Hide' }));
  };
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  expect(trigger('Beta')).toHaveFocus();
  await hide();
  await waitFor(() => expect(trigger('Gamma')).toHaveFocus());
  await hide();
  await waitFor(() => expect(trigger('Alpha')).toHaveFocus());
  await hide();
  await waitFor(() => expect(screen.getByRole('link', { name: 'New thing' })).toHaveFocus());
});
