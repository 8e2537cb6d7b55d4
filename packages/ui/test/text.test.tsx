import { jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { CopyField, RelativeTime, Timestamp } from '../src/index.ts';
import { hueForId, initialsOf } from '../src/identity/initials.ts';
import { formatRelative } from '../src/text/format-relative.ts';
import {
  formatDate,
  formatDateTime,
  formatDateWithWeekday,
  formatMinutes,
  formatTimeZone,
} from '../src/text/format-date.ts';
import { formatDateAs, formatTime } from '../src/text/format-timestamp.ts';

const noon = new Date(2026, 10, 21, 12, 5, 9);

test.each([
  ['mini', '11/21/2026'],
  ['long', 'November 21, 2026'],
  ['extended', 'Saturday November 21st, 2026'],
] as const)('[9.22] a date in size %s is formatted', (size, text) => {
  expect(formatDateAs(size, noon)).toBe(text);
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [13, '13th'],
  [22, '22nd'],
  [30, '30th'],
])('day %i has the ordinal %s', (day, text) => {
  expect(formatDateAs('extended', new Date(2026, 0, day))).toContain(` ${text},`);
});

test('[9.22] the time of day is formatted', () => {
  expect(formatTime(noon)).toBe('12:05:09 PM');
  expect(formatTime(new Date(2026, 0, 1, 0, 0, 0))).toBe('12:00:00 AM');
});

test('a date in UTC does not depend on the time zone of the user', () => {
  const beforeMidnight = new Date('2026-11-21T23:59:58Z');
  expect(formatDateAs('mini', beforeMidnight, 'UTC')).toBe('11/21/2026');
  expect(formatDate(beforeMidnight, 'UTC')).toBe('November 21, 2026');
  expect(formatDateWithWeekday(beforeMidnight, 'UTC')).toBe('Saturday, November 21, 2026');
  expect(formatTime(beforeMidnight, 'UTC')).toBe('11:59:58 PM');
  expect(formatMinutes(new Date('2026-11-22T00:05:00Z'), 'UTC')).toBe('12:05 AM');
});

test('all components show a date in the same style', () => {
  jest.useFakeTimers({ now: noon });
  render(
    <>
      <Timestamp date={noon} relative="disabled" showTime="minutes" />
      <RelativeTime date={noon.toISOString()} />
    </>,
  );
  expect(screen.getByText(formatDateTime(noon))).toHaveTextContent('November 21, 2026 12:05 PM');
  expect(screen.getByTitle(`November 21, 2026 12:05 PM ${formatTimeZone(noon)}`)).toHaveTextContent('now');
  fireEvent.pointerEnter(screen.getByText(formatDateTime(noon)), { pointerType: 'mouse' });
  act(() => jest.advanceTimersByTime(400));
  expect(screen.getByRole('tooltip')).toHaveTextContent(`November 21, 2026 12:05:09 PM ${formatTimeZone(noon)}`);
  jest.useRealTimers();
});

test.each([
  [-5, 'just now', 'now'],
  [45, 'in less than a minute', 'in <1m'],
  [-60, '1 minute ago', '1m ago'],
  [-7200, '2 hours ago', '2h ago'],
  [3 * 86_400, 'in 3 days', 'in 3d'],
  [3 * 86_400 - 1, 'in 3 days', 'in 3d'],
  [3600 - 0.2, 'in 1 hour', 'in 1h'],
  [-1.9 * 86_400, '1 day ago', '1d ago'],
  [-3 * 86_400 + 1, '3 days ago', '3d ago'],
  [-800 * 86_400, '2 years ago', '2y ago'],
])('the relative time of %i seconds from now', (seconds, standard, short) => {
  const date = new Date(noon.getTime() + seconds * 1000);
  expect(formatRelative(date, noon.getTime(), false)).toBe(standard);
  expect(formatRelative(date, noon.getTime(), true)).toBe(short);
});

// @covers 9.21
test('a relative time is updated after a minute', () => {
  jest.useFakeTimers({ now: noon });
  render(<Timestamp date={noon.getTime() - 59_000} />);
  expect(screen.getByText('just now')).toBeInTheDocument();
  act(() => jest.advanceTimersByTime(60_000));
  expect(screen.getByText('1 minute ago')).toBeInTheDocument();
  jest.useRealTimers();
});

test('a relative time is updated at once when a hidden page is visible again', () => {
  jest.useFakeTimers({ now: noon });
  render(<Timestamp date={noon.getTime() - 1000} />);
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => jest.advanceTimersByTime(3 * 3_600_000));
  expect(screen.getByText('just now')).toBeInTheDocument();
  visibility.mockReturnValue('visible');
  fireEvent(document, new Event('visibilitychange'));
  expect(screen.getByText('3 hours ago')).toBeInTheDocument();
  visibility.mockRestore();
  jest.useRealTimers();
});

test('an event between two updates is not shown in the future', async () => {
  jest.useFakeTimers({ now: noon });
  const { rerender } = render(<Timestamp date={noon.getTime() - 1000} />);
  await act(() => jest.advanceTimersByTimeAsync(50_000));
  rerender(<Timestamp date={noon.getTime() + 45_000} />);
  expect(screen.getByText('just now')).toBeInTheDocument();
  rerender(<Timestamp date={noon.getTime() + 90_000} />);
  expect(screen.getByText('in less than a minute')).toBeInTheDocument();
  jest.useRealTimers();
});

test.each([
  [undefined, '2 hours ago'],
  ['standard', '2 hours ago'],
  ['shorthand', '2h ago'],
  ['disabled', '11/21/2026'],
] as const)('[9.21] a date in the relative mode %s', (relative, text) => {
  jest.useFakeTimers({ now: noon });
  render(<Timestamp date={noon.getTime() - 7_200_000} relative={relative} size="mini" />);
  expect(screen.getByText(text)).toBeInTheDocument();
  jest.useRealTimers();
});

test('[9.22] a date can include its time of day', () => {
  render(<Timestamp date={noon} relative="disabled" showTime />);
  expect(screen.getByText('November 21, 2026 12:05:09 PM')).toBeInTheDocument();
});

test('a point in time can leave out the seconds, and names the time zone', () => {
  render(
    <>
      <Timestamp date={noon} relative="disabled" showTime="minutes" />
      <Timestamp date="2026-11-22T00:05:00Z" relative="disabled" showTime="minutes" timeZone="UTC" />
    </>,
  );
  expect(formatTimeZone(noon)).toMatch(/^[A-Z]/);
  expect(screen.getByText(`November 21, 2026 12:05 PM ${formatTimeZone(noon)}`)).toBeInTheDocument();
  expect(screen.getByText('November 22, 2026 12:05 AM UTC')).toBeInTheDocument();
});

// @covers 9.21 9.22
test('a date of today shows as today', () => {
  jest.useFakeTimers({ now: noon });
  render(<Timestamp date={noon} relative="disabled" today />);
  expect(screen.getByText('Today at 12:05:09 PM')).toBeInTheDocument();
  jest.useRealTimers();
});

test('an invalid date shows nothing', () => {
  const { container } = render(<Timestamp date="yesterday-ish" />);
  expect(container).toBeEmptyDOMElement();
});

describe('copying', () => {
  const copyWith = (writeText: () => Promise<void>) => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    render(<CopyField label="Token" value="secret" copyLabel="Copy" copiedLabel="Token copied!" />);
    return act(async () => {
      fireEvent.click(screen.getByRole('button'));
      await Promise.resolve();
    });
  };

  test('shows success', async () => {
    const writeText = jest.fn(() => Promise.resolve());
    await copyWith(writeText);
    expect(writeText).toHaveBeenCalledWith('secret');
    expect(screen.getByRole('button')).toHaveAccessibleName('Token copied!');
  });

  test('shows failure', async () => {
    await copyWith(() => Promise.reject(new Error('denied')));
    expect(screen.getByRole('button')).toHaveAccessibleName('Copy failed');
  });
});

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada@example.com', 'AE'],
  ['李明', '李'],
  ['"quoted" name', 'QN'],
  ['🙂', '?'],
  ['', '?'],
])('the initials of %j are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('the hue of an id is stable, and hues are spread over the colour wheel', () => {
  const hues = new Set(Array.from({ length: 300 }, (_, id) => hueForId(`workspace-${id}`)));
  expect(hueForId('workspace-1')).toBe(hueForId('workspace-1'));
  expect(hues.size).toBeGreaterThan(16);
});
