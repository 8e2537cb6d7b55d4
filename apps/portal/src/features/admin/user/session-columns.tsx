import type { SessionForStaff } from '@portal/contract';
import { Timestamp, type TableColumn } from '@portal/ui';

export const sessionColumns: readonly TableColumn<SessionForStaff>[] = [
  { key: 'began', header: 'Logged In', cell: ({ beganAt }) => <Timestamp date={beganAt} /> },
  { key: 'seen', header: 'Last Seen', cell: ({ lastSeenAt }) => <Timestamp date={lastSeenAt} /> },
  { key: 'ends', header: 'Ends At The Latest', cell: ({ expiresAt }) => <Timestamp date={expiresAt} /> },
];
