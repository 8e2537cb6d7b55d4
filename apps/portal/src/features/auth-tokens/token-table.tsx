import type { AuthToken } from '@portal/contract';
import { Button, Card, Table, type TableColumn } from '@portal/ui';
import { useState, type ReactNode } from 'react';

/** A workspace may have thousands of tokens; so many are shown at a time. */
const step = 100;

export interface TokenTableProps {
  title: string;
  columns: readonly TableColumn<AuthToken>[];
  tokens: readonly AuthToken[];
  empty: ReactNode;
}

/** The tokens of one kind, the newest first. */
export function TokenTable({ title, columns, tokens, empty }: TokenTableProps) {
  const [most, setMost] = useState(step);
  const left = tokens.length - most;
  return (
    <Card flush title={title}>
      <Table caption={title} columns={columns} rows={tokens.slice(0, most)} rowKey={({ id }) => id} empty={empty} />
      {left > 0 && (
        <div className="flex items-center justify-center gap-3 border-t border-line p-3 text-secondary">
          {most} of {tokens.length}
          <Button size="sm" onClick={() => setMost(most + step)}>
            Show {Math.min(step, left)} more
          </Button>
        </div>
      )}
    </Card>
  );
}
