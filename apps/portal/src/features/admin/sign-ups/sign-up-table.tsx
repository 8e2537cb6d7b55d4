import { signUpCalls, type ReportPeriod, type SignUp } from '@portal/contract';
import { Button, EmptyState, Tooltip, Truncate, type TableColumn } from '@portal/ui';
import { useReportSignupsInfiniteQuery } from '../../../api/staff.api.ts';
import { addressOf } from '../../../http/request.ts';
import { useSettings } from '../../../settings/settings-context.ts';
import { EmailCell } from '../email-cell.tsx';
import { PagedTable } from '../paged-table.tsx';

/** Nothing where there is nothing. */
const inOneLine = (text: string | null) => text && <Truncate>{text}</Truncate>;

const columns: TableColumn<SignUp>[] = [
  { key: 'first-name', header: 'First Name', width: '12%', cell: ({ firstName }) => inOneLine(firstName) },
  { key: 'last-name', header: 'Last Name', width: '12%', cell: ({ lastName }) => inOneLine(lastName) },
  { key: 'email', header: 'Email', cell: (row) => <EmailCell {...row} /> },
  {
    key: 'method',
    header: 'SignUp Method',
    width: '8rem',
    cell: ({ signupMethod }) => inOneLine(signupMethod),
  },
  { key: 'discord', header: 'Discord', width: '11%', cell: (row) => inOneLine(row.discordUsername) },
  { key: 'github', header: 'GitHub', width: '11%', cell: (row) => inOneLine(row.githubUsername) },
  {
    key: 'at',
    header: 'Signup At',
    width: '7rem',
    cell: ({ signupAt }) => <UtcDay moment={signupAt} />,
  },
];

const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });

/** The day as the report counts it: where the reader is, it may be one that they did not ask for. */
function UtcDay({ moment }: { moment: string }) {
  const date = new Date(moment);
  return (
    <Tooltip content={exact.format(date)}>
      <time dateTime={moment}>{day.format(date)}</time>
    </Tooltip>
  );
}

export function SignUpTable({ period }: { period: ReportPeriod }) {
  const { authApiUrl } = useSettings();
  const pages = useReportSignupsInfiniteQuery({ query: period }, { refetchOnMountOrArgChange: true });
  const csv = (
    <a href={addressOf(authApiUrl, signUpCalls.reportSignupsCsv, { query: period })} target="_blank" rel="noreferrer">
      Download CSV
    </a>
  );
  return (
    <PagedTable
      title="Who signed up"
      columns={columns}
      rows={pages.currentData?.pages.flatMap((page) => page.rows)}
      rowKey={({ userId }) => userId}
      pages={pages}
      empty={<EmptyState icon="users" title="Nobody signed up on these days" />}
      actions={
        <Button size="sm" icon="download" render={csv}>
          Download CSV
        </Button>
      }
    />
  );
}
