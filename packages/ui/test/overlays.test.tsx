import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button, ConfirmModal, IconButton, Menu, Modal, Tooltip } from '../src/index.ts';

function Opener({ dismissable }: { dismissable: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Modal
        open={open}
        onOpenChange={setOpen}
        title="Token Generated"
        dismissable={dismissable}
        actions={<Button onClick={() => setOpen(false)}>Done</Button>}
      >
        The secret
      </Modal>
    </>
  );
}

test('a modal takes the focus, closes on Escape and returns the focus', async () => {
  render(<Opener dismissable />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog', { name: 'Token Generated' });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
});

test('when the control that opened a modal is gone, the heading of the page gets the focus', async () => {
  function Page() {
    const [state, setState] = useState<'closed' | 'open' | 'done'>('closed');
    return (
      <main>
        <h1 tabIndex={-1}>Members</h1>
        {state !== 'done' && <Button onClick={() => setState('open')}>Remove...</Button>}
        <ConfirmModal
          open={state === 'open'}
          onOpenChange={() => undefined}
          title="Remove?"
          confirmLabel="Remove"
          onConfirm={() => setState('done')}
        />
      </main>
    );
  }
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove...' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Members' })).toHaveFocus());
});

test('a modal that is not dismissable ignores Escape and clicks outside', async () => {
  render(<Opener dismissable={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  fireEvent.pointerDown(document.body);
  fireEvent.click(document.body);
  expect(screen.getByRole('dialog')).toHaveTextContent('The secret');
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a confirmation requires the confirmation text', async () => {
  const onConfirm = jest.fn();
  render(
    <ConfirmModal
      open
      onOpenChange={() => undefined}
      title="Delete?"
      confirmationText="Production"
      confirmLabel="Delete Workspace"
      onConfirm={onConfirm}
    />,
  );
  const confirm = await screen.findByRole('button', { name: 'Delete Workspace' });
  fireEvent.click(confirm);
  expect(onConfirm).not.toHaveBeenCalled();
  const input = screen.getByLabelText('Type "Production" to confirm');
  await userEvent.type(input, 'Prod{Enter}');
  expect(onConfirm).not.toHaveBeenCalled();
  expect(input).toBeInvalid();
  expect(screen.getByText('The text does not match')).toBeVisible();
  expect(input).toHaveFocus();
  await userEvent.type(input, 'uction');
  expect(input).toBeValid();
  await userEvent.click(confirm);
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('the confirmation text can be copied', async () => {
  const user = userEvent.setup();
  const confirmationText = 'Long '.repeat(99).trim();
  const onConfirm = jest.fn();
  render(
    <ConfirmModal
      open
      onOpenChange={() => undefined}
      title="Delete?"
      confirmationText={confirmationText}
      confirmationLabel="Type the name"
      confirmLabel="Delete Workspace"
      onConfirm={onConfirm}
    />,
  );
  await user.click(await screen.findByRole('button', { name: 'Copy text' }));
  await user.click(screen.getByLabelText('Type the name'));
  await user.paste();
  await user.click(screen.getByRole('button', { name: 'Delete Workspace' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('a menu opens on its trigger, runs an entry and ignores a disabled one', async () => {
  const onRename = jest.fn();
  const onDelete = jest.fn();
  render(
    <Menu
      trigger={<IconButton icon="more" label="More" />}
      items={[
        { label: 'Settings', icon: 'settings', render: <a href="#settings">ignored</a> },
        { label: 'Rename', onSelect: onRename },
        'separator',
        { label: 'Delete', disabled: true, onSelect: onDelete },
      ]}
    />,
  );
  const trigger = screen.getByRole('button', { name: 'More' });
  expect(trigger).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(trigger);
  expect(await screen.findByRole('menuitem', { name: 'Settings' })).toHaveAttribute('href', '#settings');
  expect(trigger).toHaveAttribute('aria-expanded', 'true');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(onDelete).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Rename' }));
  expect(onRename).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
});

test.each(['{Enter}', '{ArrowDown}'])('a menu opened with %s focuses its first enabled entry', async (key) => {
  render(
    <Menu
      trigger={<IconButton icon="more" label="More" />}
      items={[{ label: 'Not now', disabled: true }, { label: 'Settings' }, { label: 'API Tokens' }]}
    />,
  );
  await userEvent.tab();
  await userEvent.keyboard(key);
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveFocus());
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'API Tokens' })).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus());
});

describe('a tooltip', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('opens after a delay, describes its trigger and closes on Escape', () => {
    render(
      <Tooltip content="Explains">
        <button type="button">What</button>
      </Tooltip>,
    );
    fireEvent.pointerEnter(screen.getByRole('button'), { pointerType: 'mouse' });
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    act(() => jest.advanceTimersByTime(400));
    expect(screen.getByRole('tooltip')).toHaveTextContent('Explains');
    expect(screen.getByRole('button')).toHaveAccessibleDescription('Explains');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    act(() => jest.advanceTimersByTime(0));
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  test('opens immediately on keyboard focus and closes on blur', () => {
    render(<IconButton icon="star" label="Set Favourite" tooltip="Shown first in the list" />);
    const button = screen.getByRole('button', { name: 'Set Favourite' });
    act(() => button.focus());
    act(() => jest.advanceTimersByTime(0));
    expect(screen.getByRole('tooltip')).toHaveTextContent('Shown first in the list');
    act(() => button.blur());
    act(() => jest.advanceTimersByTime(0));
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  test('closes when the keyboard presses its trigger, because the press may move it', () => {
    render(<IconButton icon="star" label="Set Favourite" tooltip="Shown first in the list" />);
    const button = screen.getByRole('button', { name: 'Set Favourite' });
    act(() => button.focus());
    act(() => jest.advanceTimersByTime(0));
    expect(screen.getByRole('tooltip')).toBeInTheDocument();
    // Enter and Space send a click, without a pointer.
    fireEvent.click(button);
    act(() => jest.advanceTimersByTime(0));
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  test('does not open if the pointer only passes over the trigger', () => {
    render(
      <Tooltip content="Explains">
        <button type="button">What</button>
      </Tooltip>,
    );
    fireEvent.pointerEnter(screen.getByRole('button'), { pointerType: 'mouse' });
    act(() => jest.advanceTimersByTime(200));
    fireEvent.pointerLeave(screen.getByRole('button'));
    act(() => jest.advanceTimersByTime(1000));
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });
});
