import { jest } from '@jest/globals';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { Avatar, EmptyState, ErrorBox, ProgressBar, RequestStatus, Table } from '../src/index.ts';

test.each([
  ['destructive', 'alert'],
  ['warning', 'alert'],
  ['info', 'status'],
  ['neutral', 'status'],
] as const)('an error box of tone %s is an %s', (tone, role) => {
  render(<ErrorBox tone={tone} title="Not saved" message="Network Error" requestId="01HZX8G5T4QKJ3V9W2N6R7B1CD" />);
  const box = screen.getByRole(role);
  expect(box).toHaveTextContent('Not saved');
  expect(box).toHaveTextContent('Network Error');
  expect(box).toHaveTextContent('01HZX8G5T4QKJ3V9W2N6R7B1CD');
});

test('a progress bar keeps within its bounds and tells when it has no measure', () => {
  const { rerender } = render(<ProgressBar label="Loading" value={140} />);
  expect(screen.getByRole('progressbar', { name: 'Loading' })).toHaveAttribute('aria-valuenow', '100');
  rerender(<ProgressBar label="Loading" />);
  expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
});

test('a picture that does not load gives way to the initials', () => {
  const { container } = render(<Avatar id="ada" name="Ada Lovelace" pictureUrl="https://example.com/nothing.png" />);
  const picture = container.querySelector('img');
  expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer');
  if (picture) fireEvent.error(picture);
  expect(screen.getByText('AL')).toBeInTheDocument();
});

describe('a table', () => {
  const columns = [
    { key: 'email', header: 'Email', cell: (row: { email: string }) => row.email },
    { key: 'remove', header: 'Remove User', hideHeader: true, cell: () => <button type="button">Remove</button> },
  ];
  const table = (more: { rows: { email: string }[]; loading?: boolean }) => (
    <Table
      caption="Members"
      columns={columns}
      rowKey={(row) => row.email}
      empty={<EmptyState icon="users" title="Nobody yet" />}
      {...more}
    />
  );

  test('has a caption, headers and its rows', () => {
    render(table({ rows: [{ email: 'ada@example.com' }] }));
    const shown = screen.getByRole('table', { name: 'Members' });
    expect(
      within(shown)
        .getAllByRole('columnheader')
        .map((each) => each.textContent),
    ).toEqual(['Email', 'Remove User']);
    expect(within(shown).getByRole('cell', { name: 'ada@example.com' })).toBeInTheDocument();
  });

  test('without rows says so inside', () => {
    render(table({ rows: [] }));
    expect(within(screen.getByRole('table')).getByText('Nobody yet')).toBeInTheDocument();
  });

  test('draws no row again that is the same in the same columns', () => {
    const drawn: string[] = [];
    const cell = ({ email }: { email: string }) => (drawn.push(email), email);
    const own = [{ key: 'email', header: 'Email', cell }];
    const [ada, ben, cleo] = [{ email: 'ada' }, { email: 'ben' }, { email: 'cleo' }];
    const members = (rows: { email: string }[]) => (
      <Table caption="Members" columns={own} rows={rows} rowKey={(row) => row.email} />
    );
    const { rerender } = render(members([ada, ben]));
    drawn.length = 0;
    rerender(members([{ ...ada }, ben, cleo]));
    expect([...new Set(drawn)]).toEqual(['ada', 'cleo']);
  });

  test('is busy while it loads, and not empty', () => {
    render(table({ rows: [], loading: true }));
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText('Nobody yet')).not.toBeInTheDocument();
  });
});

describe('the status of a request', () => {
  test.each([
    ['not-requested', ''],
    ['pending', 'Loading...'],
    ['success', 'Success!'],
  ] as const)('[4.shared-interface-s.1] %s reads %j', (status, text) => {
    render(<RequestStatus status={status} />);
    expect(screen.getByRole('status').textContent).toBe(text);
  });

  test('[4.shared-interface-s.1] a failure is told with the age of what is shown besides, and can be tried again', () => {
    const onRetry = jest.fn();
    render(
      <RequestStatus
        status="error"
        failure={{ message: 'Network Error', requestId: '01HZX8G5T4QKJ3V9W2N6R7B1CD' }}
        onRetry={onRetry}
        lastSuccessAt={Date.now() - 5.5 * 60_000}
      />,
    );
    const box = screen.getByRole('alert');
    expect(box).toHaveTextContent('Network Error');
    expect(box).toHaveTextContent('What you see was loaded 5 minutes ago.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  test('a failure without words is told too', () => {
    render(<RequestStatus status="error" />);
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong.');
  });
});
