import type { AuthToken } from '@portal/contract';
import { Card, Table, type TableColumn } from '@portal/ui';
import type { ReactNode } from 'react';
import { useSteps } from '../../requests/in-steps.tsx';

export interface TokenTableProps {
  title: string;
  columns: readonly TableColumn<AuthToken>[];
  tokens: readonly AuthToken[];
  empty: ReactNode;
}

/** The tokens of one kind, the newest first. */
export function TokenTable({ title, columns, tokens, empty }: TokenTableProps) {
  const { shown, foot } = useSteps(tokens);
  return (
    <Card flush title={title}>
      <Table caption={title} columns={columns} rows={shown} rowKey={({ id }) => id} empty={empty} />
      {foot}
    </Card>
  );
}
