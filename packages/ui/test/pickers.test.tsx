import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button, FilterPill, Menu, Tabs, ToggleGroup } from '../src/index.ts';
import { ColourField } from '../src/extra/index.ts';
import { parseHexColour } from '../src/extra/colour/parse-hex-colour.ts';
import { truncateName } from '../src/filter/filter-pill.tsx';
import { findA11yViolations } from './find-a11y-violations.ts';

test.each([
  ['a'.repeat(40), 'a'.repeat(40)],
  ['a'.repeat(41), `${'a'.repeat(40)}...`],
  ['👩‍🚀'.repeat(41), `${'👩‍🚀'.repeat(40)}...`],
])('[9.18] the name of a filter is truncated at 40 characters: %s', (name, shown) => {
  expect(truncateName(name)).toBe(shown);
});

test('[9.18] a truncated filter shows its full name in a tooltip and can be removed by keyboard', async () => {
  const name = 'A filter with a name that is much longer than forty characters';
  const onRemove = jest.fn();
  render(<FilterPill name={name} onRemove={onRemove} />);
  expect(screen.getByText('A filter with a name that is much longer...')).toBeInTheDocument();
  await userEvent.tab();
  expect(await screen.findByRole('tooltip')).toHaveTextContent(name);
  expect(await findA11yViolations()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(onRemove).toHaveBeenCalledTimes(1);
});

describe('tabs', () => {
  function Shown() {
    const [value, setValue] = useState<'one' | 'two' | 'three'>('one');
    return (
      <Tabs
        label="Numbers"
        value={value}
        onChange={setValue}
        tabs={[
          { value: 'one', label: 'One', content: 'The first' },
          { value: 'two', label: 'Two', content: 'The second' },
          { value: 'three', label: 'Three', disabled: true, content: 'The third' },
        ]}
      />
    );
  }

  test('show the panel that is selected with the arrow keys', async () => {
    render(<Shown />);
    expect(screen.getByRole('tabpanel', { name: 'One' })).toHaveTextContent('The first');
    await userEvent.tab();
    expect(screen.getByRole('tab', { name: 'One' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByRole('tabpanel', { name: 'Two' })).toHaveTextContent('The second');
    expect(screen.getByRole('tab', { name: 'Two' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.queryByText('The first')).not.toBeInTheDocument();
    expect(await findA11yViolations()).toEqual([]);
  });

  test('do not open if they are disabled', () => {
    render(<Shown />);
    fireEvent.click(screen.getByRole('tab', { name: 'Three' }));
    expect(screen.getByRole('tabpanel')).toHaveTextContent('The first');
  });
});

test('[9.26] a submenu opens and closes with the arrow keys, and no menu is wider than 280 pixels', async () => {
  const onSelect = jest.fn();
  render(
    <Menu
      trigger={<Button>Actions</Button>}
      items={[{ label: 'Rename' }, { label: 'Move to', submenu: [{ label: 'Staging', onSelect }] }]}
    />,
  );
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Rename' })).toHaveFocus());
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  const staging = await screen.findByRole('menuitem', { name: 'Staging' });
  await waitFor(() => expect(staging).toHaveFocus());
  for (const menu of screen.getAllByRole('menu')) expect(menu).toHaveClass('max-w-[280px]');
  await userEvent.keyboard('{ArrowLeft}');
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Staging' })).not.toBeInTheDocument());
  await userEvent.keyboard('{ArrowRight}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Staging' })).toHaveFocus());
  fireEvent.click(screen.getByRole('menuitem', { name: 'Staging' }));
  expect(onSelect).toHaveBeenCalledTimes(1);
});

test('[9.26] a submenu stays open for 300 ms after the pointer leaves it', async () => {
  render(
    <>
      <Menu trigger={<Button>Actions</Button>} items={[{ label: 'Move to', submenu: [{ label: 'Staging' }] }]} />
      <p>Elsewhere</p>
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  const pointer = userEvent.setup({ pointerEventsCheck: 0 });
  await pointer.hover(await screen.findByRole('menuitem', { name: 'Move to' }));
  await screen.findByRole('menuitem', { name: 'Staging' });
  const left = performance.now();
  await pointer.hover(screen.getByText('Elsewhere'));
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Staging' })).not.toBeInTheDocument());
  // A timer may be late on a busy machine, but never early.
  expect(performance.now() - left).toBeGreaterThanOrEqual(299);
});

test.each([
  ['#3B82F6', '#3b82f6'],
  ['fff', '#ffffff'],
  [' #abc ', '#aabbcc'],
  ['#abcd', null],
  ['red', null],
  ['', null],
])('the typed colour %j is parsed', (typed, colour) => {
  expect(parseHexColour(typed)).toBe(colour);
});

describe('a colour field', () => {
  function Shown({ onChange }: { onChange?: (colour: string) => void }) {
    const [colour, setColour] = useState('#3b82f6');
    const change = (next: string) => {
      setColour(next);
      onChange?.(next);
    };
    return <ColourField label="Colour" value={colour} onChange={change} />;
  }

  // Loads the popup's chunk once, so that the tests below do not wait for it.
  beforeAll(async () => {
    const { unmount } = render(<Shown />);
    fireEvent.click(screen.getByRole('button', { name: 'Colour #3b82f6' }));
    await screen.findByRole('dialog', { name: 'Colour' }, { timeout: 60_000 });
    unmount();
  });

  test('[9.20] opens 100 ms after the click', async () => {
    jest.useFakeTimers();
    render(<Shown />);
    const button = screen.getByRole('button', { name: 'Colour #3b82f6' });
    fireEvent.click(button);
    act(() => jest.advanceTimersByTime(99));
    expect(button).toHaveAttribute('aria-expanded', 'false');
    act(() => jest.advanceTimersByTime(1));
    expect(button).toHaveAttribute('aria-expanded', 'true');
    jest.useRealTimers();
    expect(await screen.findByRole('dialog', { name: 'Colour' })).toBeInTheDocument();
  });

  test('accepts a swatch, any colour or a hex value by keyboard, and returns the focus', async () => {
    const onChange = jest.fn();
    render(<Shown onChange={onChange} />);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Colour' });
    await waitFor(() => expect(screen.getByRole('radio', { name: '#3b82f6' })).toHaveFocus());
    await userEvent.keyboard('{ArrowRight}');
    expect(onChange).toHaveBeenLastCalledWith('#6366f1');
    await userEvent.tab();
    expect(screen.getByLabelText('Hex value')).toHaveFocus();
    await userEvent.clear(screen.getByLabelText('Hex value'));
    await userEvent.type(screen.getByLabelText('Hex value'), 'abc');
    expect(onChange).toHaveBeenLastCalledWith('#aabbcc');
    fireEvent.change(screen.getByLabelText('Any colour'), { target: { value: '#123456' } });
    expect(onChange).toHaveBeenLastCalledWith('#123456');
    expect(await findA11yViolations(dialog)).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Colour #123456' })).toHaveFocus());
  });
});

test('a toggle group says which of its buttons is pressed, and reports the next one', async () => {
  const onChange = jest.fn();
  const options = [
    { value: 'all', label: 'All', count: 12 },
    { value: 'owned', label: 'Owned' },
  ] as const;
  render(<ToggleGroup label="Show" options={options} value="all" onChange={onChange} />);
  expect(screen.getByRole('group', { name: 'Show' })).toBeVisible();
  expect(screen.getByRole('button', { pressed: true })).toHaveTextContent('All 12');
  await userEvent.click(screen.getByRole('button', { name: 'Owned', pressed: false }));
  expect(onChange).toHaveBeenCalledWith('owned');
});
