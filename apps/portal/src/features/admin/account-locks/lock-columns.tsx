import { displayEmail, type StaffMember } from '@portal/contract';
import { Button, Truncate, type TableColumn } from '@portal/ui';
import { TwoLines } from '../components/two-lines.tsx';

/** In a wide window the whole ID. */
export const idColumnWidth = 'clamp(9rem, 45vw - 20rem, 16rem)';

interface ReasonCellProps {
  reason: string | null;
  by: StaffMember | null;
}

/** Why, and by whom. */
export function ReasonCell({ reason, by }: ReasonCellProps) {
  return (
    <TwoLines>
      <Truncate lines={2}>{reason ?? 'No reason given'}</Truncate>
      {by && <Truncate className="text-xs text-secondary">{`By ${displayEmail(by.email)}`}</Truncate>}
    </TwoLines>
  );
}

interface UnlockColumnOptions<Row> {
  labels: { readonly unlock: string; readonly unlocking: string };
  nameOf: (row: Row) => string;
  isUnlocking: (row: Row) => boolean;
  onUnlock: (row: Row) => unknown;
}

export const unlockColumn = <Row,>({
  labels,
  nameOf,
  isUnlocking,
  onUnlock,
}: UnlockColumnOptions<Row>): TableColumn<Row> => ({
  key: 'unlock',
  header: labels.unlock,
  hideHeader: true,
  // Fits the prompt, so that it covers no other cell.
  width: '16rem',
  align: 'right',
  cell: (row) => (
    // At the end of the column, so that the longer prompt grows to the left.
    <div className="flex justify-end">
      <Button
        size="sm"
        confirmClick
        className="flex-none"
        aria-label={`${labels.unlock} ${nameOf(row)}`}
        loading={isUnlocking(row)}
        loadingText={labels.unlocking}
        onClick={() => void onUnlock(row)}
      >
        {labels.unlock}
      </Button>
    </div>
  ),
});
