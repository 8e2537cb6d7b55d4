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

describe('a second click', () => {
  // @covers 4.shared-interface-s.8 9.16
  test('is ignored within 300 ms', () => {
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

  test('does not submit the form again', () => {
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

describe('a button that asks twice', () => {
  // @covers 4.shared-interface-s.6 4.shared-interface-s.7
  test('acts on the second click within 3000 ms', () => {
    const onClick = jest.fn();
    render(
      <Button confirmClick onClick={onClick}>
        Remove
      </Button>,
    );
    click();
    expect(screen.getByRole('button')).toHaveAccessibleName('You sure? Click again to confirm');
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

  test('asks no more once there is nothing to confirm', () => {
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

  test('does not take a double click for a confirmation', () => {
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

describe('a button that is blocked', () => {
  // @covers 4.shared-interface-s.9
  test.each([{ disabled: true }, { loading: true }])('ignores clicks and can be focused: %j', (state) => {
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

  test('does not submit', () => {
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

  test('as a link, does not navigate', () => {
    render(
      <Button disabled render={<a href="#there">There</a>}>
        There
      </Button>,
    );
    expect(fireEvent.click(screen.getByRole('link'))).toBe(false);
  });
});

// @covers 4.shared-interface-s.4 8.17
test('loading says so', () => {
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
test('success shows for 2000 ms, each time anew', () => {
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
test('with a label of its own has in its name whatever it says at the moment', () => {
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

test('an icon button has the name of its label, and tells what is pressed', () => {
  const onClick = jest.fn();
  render(<IconButton icon="star" label="Set Favourite" tooltip pressed={false} onClick={onClick} />);
  click();
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: 'Set Favourite' })).toHaveAttribute('aria-pressed', 'false');
});
