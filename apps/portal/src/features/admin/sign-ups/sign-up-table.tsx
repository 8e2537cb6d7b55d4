import { signUpCalls, type ReportPeriod, type SignUp } from '@portal/contract';
import { EmptyState, Timestamp, Truncate, type TableColumn } from '@portal/ui';
import { useReportSignupsInfiniteQuery } from '../../../api/admin.api.ts';
import { callUrl } from '../../../api/http/build-request.ts';
import { DownloadButton } from '../../../components/download-button.tsx';
import { useSettings } from '../../../lib/settings-context.ts';
import { EmailCell } from '../components/email-cell.tsx';
import { PaginatedTable } from '../components/paginated-table.tsx';

const truncated = (text: string | null) => text && <Truncate translate="no">{text}</Truncate>;

const columns: TableColumn<SignUp>[] = [
  { key: 'first-name', header: 'First Name', width: '12%', cell: ({ firstName }) => truncated(firstName) },
  { key: 'last-name', header: 'Last Name', width: '12%', cell: ({ lastName }) => truncated(lastName) },
  { key: 'email', header: 'Email', cell: (row) => <EmailCell {...row} /> },
  {
    key: 'method',
    header: 'SignUp Method',
    width: '10rem',
    cell: ({ signupMethod }) => truncated(signupMethod),
  },
  { key: 'discord', header: 'Discord', width: '11%', cell: (row) => truncated(row.discordUsername) },
  { key: 'github', header: 'GitHub', width: '11%', cell: (row) => truncated(row.githubUsername) },
  {
    key: 'at',
    header: 'Signup At',
    width: '10.5rem',
    // In UTC, as the report counts the days. The local day could be outside the period.
    cell: ({ signupAt }) => <Timestamp date={signupAt} relative="disabled" timeZone="UTC" />,
  },
];

export function SignUpTable({ period }: { period: ReportPeriod }) {
  const { authApiUrl } = useSettings();
  const query = useReportSignupsInfiniteQuery({ query: period }, { refetchOnMountOrArgChange: true });
  const csvUrl = callUrl(authApiUrl, signUpCalls.reportSignupsCsv, { query: period });
  return (
    <PaginatedTable
      title="Who signed up"
      columns={columns}
      rows={query.currentData?.pages.flatMap((page) => page.rows)}
      rowKey={({ userId }) => userId}
      query={query}
      empty={<EmptyState icon="users" title="No signups in this period" />}
      actions={<DownloadButton url={csvUrl} format="CSV" />}
    />
  );
}
