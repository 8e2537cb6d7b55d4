import type { AuthTokenForStaff } from '@portal/contract';
import { EmptyState, type TableColumn } from '@portal/ui';
import { PaginatedTable, type PaginatedQuery } from '../components/paginated-table.tsx';
import { useEndCredential } from './end-credential.tsx';

interface TokenTableProps {
  query: PaginatedQuery & {
    data?: { readonly pages: readonly { readonly authTokens: readonly AuthTokenForStaff[] }[] } | undefined;
  };
  columns: (onRevoke: (token: AuthTokenForStaff) => void) => readonly TableColumn<AuthTokenForStaff>[];
}

/** API tokens, each with a button that revokes it. */
export function TokenTable({ query, columns }: TokenTableProps) {
  const end = useEndCredential();
  const onRevoke = ({ id, name, workspace }: AuthTokenForStaff) =>
    end.open({ kind: 'token', workspaceId: workspace.workspaceId, id, name });
  return (
    <>
      {end.resultMessage}
      <PaginatedTable
        title="API tokens"
        hideTitle
        columns={columns(onRevoke)}
        rows={query.data?.pages.flatMap(({ authTokens }) => authTokens)}
        rowKey={({ id }) => id}
        query={query}
        empty={<EmptyState icon="key" title="No API tokens yet" />}
      />
      {end.dialog}
    </>
  );
}
