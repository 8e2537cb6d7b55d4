import type { AuthToken } from '@portal/contract';
import { Card, Table, type TableColumn } from '@portal/ui';
import type { ReactNode } from 'react';
import type { useIncrementalList } from '../../requests/incremental-list.tsx';

export interface TokenTableProps {
  title: string;
  columns: readonly TableColumn<AuthToken>[];
  tokens: ReturnType<typeof useIncrementalList<AuthToken>>;
  empty: ReactNode;
}

/** The tokens of one kind, the newest first. */
export function TokenTable({ title, columns, tokens, empty }: TokenTableProps) {
  const { shown, isComing, isCutShort, foot } = tokens;
  return (
    <Card flush title={title}>
      <Table
        caption={title}
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        loading={isComing && shown.length === 0}
        empty={isCutShort ? 'None of the tokens that could be loaded belongs here.' : empty}
      />
      {foot}
    </Card>
  );
}
