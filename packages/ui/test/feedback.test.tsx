import { jest } from '@jest/globals';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { Avatar, EmptyState, Alert, Steps, Table } from '../src/index.ts';
import { RequestStatus } from '../src/extra/index.ts';
import { ProgressBar } from '../src/feedback/progress-bar.tsx';

test.each([
  ['destructive', 'alert'],
  ['warning', 'alert'],
  ['info', 'status'],
  ['neutral', 'status'],
] as const)('an alert of tone %s has the role %s', (tone, role) => {
  render(<Alert tone={tone} title="Not saved" message="Network Error" requestId="01HZX8G5T4QKJ3V9W2N6R7B1CD" />);
  const box = screen.getByRole(role);
  expect(box).toHaveTextContent('Not saved');
  expect(box).toHaveTextContent('Network Error');
  expect(box).toHaveTextContent('01HZX8G5T4QKJ3V9W2N6R7B1CD');
});

test('a progress bar limits its value and is indeterminate without one', () => {
  const { rerender } = render(<ProgressBar label="Loading" value={140} />);
  expect(screen.getByRole('progressbar', { name: 'Loading' })).toHaveAttribute('aria-valuenow', '100');
  rerender(<ProgressBar label="Loading" />);
  expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
});

test('steps are an ordered list that names the current one and those that are done', () => {
  const steps = ['Terms', 'Email', 'Profile'].map((label, position) => ({ label, isDone: position !== 1 }));
  render(<Steps label="Set up your account" steps={steps} current={1} />);
  expect(screen.getByText('Step 2 of 3')).toBeVisible();
  const items = within(screen.getByRole('list', { name: 'Set up your account' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Terms (done)', '2Email', 'Profile (done)']);
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null]);
});

test('an avatar shows the initials if its picture fails to load', () => {
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
      empty={<EmptyState icon="users" title="No members yet" />}
      {...more}
    />
  );

  test('has a caption, headers and its rows', () => {
    render(table({ rows: [{ email: 'ada@example.com' }] }));
    const members = screen.getByRole('table', { name: 'Members' });
    expect(
      within(members)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Email', 'Remove User']);
    expect(within(members).getByRole('cell', { name: 'ada@example.com' })).toBeInTheDocument();
  });

  test('shows the empty state inside the table', () => {
    render(table({ rows: [] }));
    expect(within(screen.getByRole('table')).getByText('No members yet')).toBeInTheDocument();
  });

  test('does not render unchanged rows again', () => {
    const renderedRows: string[] = [];
    const cell = ({ email }: { email: string }) => (renderedRows.push(email), email);
    const recordingColumns = [{ key: 'email', header: 'Email', cell }];
    const [ada, ben, cleo] = [{ email: 'ada' }, { email: 'ben' }, { email: 'cleo' }];
    const renderMembers = (rows: { email: string }[]) => (
      <Table caption="Members" columns={recordingColumns} rows={rows} rowKey={(row) => row.email} />
    );
    const { rerender } = render(renderMembers([ada, ben]));
    renderedRows.length = 0;
    rerender(renderMembers([{ ...ada }, ben, cleo]));
    expect([...new Set(renderedRows)]).toEqual(['ada', 'cleo']);
  });

  test('is busy while it loads and hides the empty state', () => {
    render(table({ rows: [], loading: true }));
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText('No members yet')).not.toBeInTheDocument();
  });
});

describe('a request status', () => {
  test.each([
    ['not-requested', ''],
    ['pending', 'Loading...'],
    ['success', 'Success!'],
  ] as const)('[4.shared-interface-s.1] %s reads %j', (status, text) => {
    render(<RequestStatus status={status} />);
    expect(screen.getByRole('status').textContent).toBe(text);
  });

  test('[4.shared-interface-s.1] an error shows the age of the data and a retry button', () => {
    const onRetry = jest.fn();
    render(
      <RequestStatus
        status="error"
        error={{ message: 'Network Error', requestId: '01HZX8G5T4QKJ3V9W2N6R7B1CD' }}
        onRetry={onRetry}
        lastSuccessAt={Date.now() - 5.5 * 60_000}
      />,
    );
    const box = screen.getByRole('alert');
    expect(box).toHaveTextContent('Network Error');
    expect(box).toHaveTextContent('Last updated 5 minutes ago.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  test('an error without a message shows a default message', () => {
    render(<RequestStatus status="error" />);
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong.');
  });
});
