import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { IconButton, Menu, RowMenu } from '../src/index.ts';

// This test must run first: afterwards the chunk is loaded.
test('a menu that is clicked twice while its chunk loads opens when the chunk has loaded', async () => {
  render(<Menu trigger={<IconButton icon="more" label="More" />} items={[{ label: 'Settings' }]} />);
  const trigger = screen.getByRole('button', { name: 'More' });
  fireEvent.click(trigger);
  expect(trigger).toHaveAttribute('aria-expanded', 'false');
  fireEvent.click(trigger);
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveFocus());
  expect(trigger).toHaveAttribute('aria-expanded', 'true');
});

test('a destructive entry is red', async () => {
  const items = [{ label: 'Rename' }, { label: 'Delete', destructive: true }];
  render(<Menu trigger={<IconButton icon="more" label="More" />} items={items} />);
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toHaveClass('text-error');
  expect(screen.getByRole('menuitem', { name: 'Rename' })).not.toHaveClass('text-error');
});

function ItemList() {
  const [items, setItems] = useState(['Alpha', 'Beta', 'Gamma']);
  return (
    <ul>
      <li>
        <a href="#new">New item</a>
      </li>
      {items.map((item) => (
        <li key={item}>
          <Menu
            trigger={<IconButton icon="more" label={`Menu of ${item}`} />}
            items={[{ label: 'Hide', onSelect: () => setItems(items.filter((other) => other !== item)) }]}
          />
        </li>
      ))}
    </ul>
  );
}

test('after a menu entry removes its list item, the focus moves to the next item, else the previous, else the remaining one', async () => {
  render(<ItemList />);
  const trigger = (item: string) => screen.getByRole('button', { name: `Menu of ${item}` });
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
  await waitFor(() => expect(screen.getByRole('link', { name: 'New item' })).toHaveFocus());
});

test('a menu that closes returns the focus at once, so that it does not swallow the next key', async () => {
  render(<Menu trigger={<IconButton icon="more" label="More" />} items={[{ label: 'Settings' }]} />);
  const trigger = screen.getByRole('button', { name: 'More' });
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveFocus());
  fireEvent.keyDown(screen.getByRole('menuitem', { name: 'Settings' }), { key: 'Escape' });
  expect(trigger).toHaveFocus();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(trigger).toHaveFocus();
});

test('a menu opens again right after Escape, and a double click does not close it', async () => {
  render(<Menu trigger={<IconButton icon="more" label="More" />} items={[{ label: 'Settings' }]} />);
  const trigger = screen.getByRole('button', { name: 'More' });
  await userEvent.click(trigger);
  await screen.findByRole('menuitem', { name: 'Settings' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(trigger).toHaveAttribute('aria-expanded', 'false'));
  fireEvent.click(trigger, { detail: 1 });
  await waitFor(() => expect(trigger).toHaveAttribute('aria-expanded', 'true'));
  fireEvent.click(trigger, { detail: 2 });
  expect(trigger).toHaveAttribute('aria-expanded', 'true');
  fireEvent.click(trigger, { detail: 1 });
  await waitFor(() => expect(trigger).toHaveAttribute('aria-expanded', 'false'));
});

test('a heading names the entries of a menu', async () => {
  render(
    <Menu
      trigger={<IconButton icon="user" label="Account" />}
      heading="mia@example.com"
      items={[{ label: 'Profile' }]}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Account' }));
  const group = await screen.findByRole('group', { name: 'mia@example.com' });
  expect(within(group).getByRole('menuitem', { name: 'Profile' })).toBeVisible();
});

test('the menu of a row is named after it, and sets apart what is destructive', async () => {
  render(<RowMenu subject="Staging" items={[{ label: 'Rename' }, false, { label: 'Delete', destructive: true }]} />);
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Staging' }));
  const menu = await screen.findByRole('menu');
  expect([...menu.children].map(({ role, textContent }) => [role, textContent])).toEqual([
    ['menuitem', 'Rename'],
    ['separator', ''],
    ['menuitem', 'Delete'],
  ]);
});

test('the menu of a row has no line above the first entry, and is not there without entries', async () => {
  const { rerender } = render(<RowMenu subject="Staging" items={[{ label: 'Delete', destructive: true }]} />);
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Staging' }));
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeVisible();
  expect(screen.queryByRole('separator')).toBeNull();
  rerender(<RowMenu subject="Staging" items={[false]} />);
  expect(screen.queryByRole('button')).toBeNull();
});
