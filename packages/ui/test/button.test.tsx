import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Button, IconButton } from '../src/index.ts';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const click = () => fireEvent.click(screen.getByRole('button'));

describe('double clicks', () => {
  // @covers 4.shared-interface-s.8 9.16
  test('a second click within 300 ms is ignored', () => {
    const onClick = jest.fn();
    render(<Button onClick={onClick}>Save</Button>);
    click();
    wait(299);
    click();
    expect(onClick).toHaveBeenCalledTimes(1);
    wait(1);
    click();
    expect(onClick).toHaveBeenCalledTimes(2);
  });

  test('a double click submits a form once', () => {
    const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit">Save</Button>
      </form>,
    );
    click();
    click();
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });
});

describe('a button with confirmClick', () => {
  // @covers 4.shared-interface-s.6 4.shared-interface-s.7
  test('runs its action on the second click within 3000 ms', () => {
    const onClick = jest.fn();
    render(
      <Button confirmClick onClick={onClick}>
        Remove
      </Button>,
    );
    expect(screen.getByRole('button')).not.toHaveClass('bg-destructive-solid');
    click();
    expect(screen.getByRole('button')).toHaveAccessibleName('You sure? Click again to confirm');
    expect(screen.getByRole('button')).toHaveClass('bg-destructive-solid');
    expect(onClick).not.toHaveBeenCalled();
    wait(2900);
    click();
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button')).toHaveAccessibleName('Remove');
  });

  // @covers 4.shared-interface-s.6 4.shared-interface-s.7 9.16
  test('forgets the first click after 3000 ms', () => {
    const onClick = jest.fn();
    render(
      <Button confirmClick onClick={onClick}>
        Remove
      </Button>,
    );
    click();
    wait(3000);
    expect(screen.getByRole('button')).toHaveAccessibleName('Remove');
    click();
    expect(onClick).not.toHaveBeenCalled();
  });

  test('stops asking when confirmClick is removed', () => {
    const onClick = jest.fn();
    const { rerender } = render(
      <Button confirmClick onClick={onClick}>
        Close
      </Button>,
    );
    click();
    rerender(<Button onClick={onClick}>Close</Button>);
    expect(screen.getByRole('button')).toHaveAccessibleName('Close');
  });

  test('does not treat a double click as a confirmation', () => {
    const onClick = jest.fn();
    render(
      <Button confirmClick onClick={onClick}>
        Remove
      </Button>,
    );
    click();
    click();
    expect(onClick).not.toHaveBeenCalled();
  });
});

describe('a disabled or loading button', () => {
  // @covers 4.shared-interface-s.9
  test.each([{ disabled: true }, { loading: true }])('ignores clicks but can be focused: %j', (state) => {
    const onClick = jest.fn();
    render(
      <Button {...state} onClick={onClick}>
        Save
      </Button>,
    );
    click();
    expect(onClick).not.toHaveBeenCalled();
    const button = screen.getByRole('button');
    button.focus();
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
  });

  test('does not submit its form', () => {
    const onSubmit = jest.fn();
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" disabled>
          Save
        </Button>
      </form>,
    );
    click();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test('does not navigate if it is a link', () => {
    render(
      <Button disabled render={<a href="#there">There</a>}>
        There
      </Button>,
    );
    expect(fireEvent.click(screen.getByRole('link'))).toBe(false);
  });
});

// @covers 4.shared-interface-s.4 8.17
test('a loading button shows its loading text', () => {
  const { rerender } = render(<Button loading>Save</Button>);
  expect(screen.getByRole('button')).toHaveAccessibleName('Loading...');
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
  rerender(
    <Button loading loadingText="Creating...">
      Save
    </Button>,
  );
  expect(screen.getByRole('button')).toHaveAccessibleName('Creating...');
});

// @covers 4.shared-interface-s.4 4.shared-interface-s.5 8.17 9.15
test('the success text shows for 2000 ms after each success', () => {
  const name = () => screen.getByRole('button');
  const { rerender } = render(<Button success>Save</Button>);
  expect(name()).toHaveAccessibleName('Success!');
  wait(1999);
  expect(name()).toHaveAccessibleName('Success!');
  wait(1);
  expect(name()).toHaveAccessibleName('Save');
  rerender(<Button loading>Save</Button>);
  rerender(
    <Button success successText="Updated your profile!">
      Save
    </Button>,
  );
  expect(name()).toHaveAccessibleName('Updated your profile!');
});

// @covers 4.shared-interface-s.6
test('the accessible name of a button with an aria-label includes the text of its phase', () => {
  const label = 'Remove ann@example.com';
  const button = (state: { loading?: boolean; success?: boolean } = {}) => (
    <Button {...state} confirmClick loadingText="Removing..." successText="Removed" aria-label={label}>
      Remove
    </Button>
  );
  const { rerender } = render(button());
  expect(screen.getByRole('button')).toHaveAccessibleName(label);
  click();
  expect(screen.getByRole('button')).toHaveAccessibleName(`You sure? Click again to confirm: ${label}`);
  rerender(button({ loading: true }));
  expect(screen.getByRole('button')).toHaveAccessibleName(`Removing...: ${label}`);
  rerender(button({ success: true }));
  expect(screen.getByRole('button')).toHaveAccessibleName(`Removed: ${label}`);
  wait(3000);
  expect(screen.getByRole('button')).toHaveAccessibleName(label);
});

test('a link that opens a new tab says so to screen readers, after its name', () => {
  render(
    <>
      <Button
        render={
          <a href="/report.csv" target="_blank">
            Download
          </a>
        }
      >
        Download
      </Button>
      <IconButton icon="star" label="Print" render={<a href="/print" target="_blank" aria-label="Print" />} />
      <Button render={<a href="/next">Next</a>}>Next</Button>
    </>,
  );
  for (const name of ['Download', 'Print'])
    expect(screen.getByRole('link', { name })).toHaveAttribute('aria-description', 'Opens in a new tab');
  expect(screen.getByRole('link', { name: 'Next' })).not.toHaveAttribute('aria-description');
});

test('an icon button has its label as its name and exposes its pressed state', () => {
  const onClick = jest.fn();
  render(<IconButton icon="star" label="Set Favourite" tooltip pressed={false} onClick={onClick} />);
  click();
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: 'Set Favourite' })).toHaveAttribute('aria-pressed', 'false');
});
