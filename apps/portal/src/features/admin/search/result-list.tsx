import { Card, EmptyState, Skeleton, Truncate, type EmptyStateProps } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { Highlighted } from './highlighted.tsx';
import { arrowKeyStop } from './search-keys.ts';
import type { PaginatedQuery } from '../components/paginated-table.tsx';
import { ShowMoreButton } from '../components/show-more-button.tsx';

export interface ResultListProps<Row> {
  title: string;
  empty: Pick<EmptyStateProps, 'title' | 'text'>;
  /** While a new search loads, the previous results stay, dimmed. */
  query: PaginatedQuery & { readonly currentData?: unknown };
  results: readonly Row[] | undefined;
  /** Whether the API found more matches than it returns. */
  isTruncated: boolean | undefined;
  /** Shows an empty list as one line, because the other list has results. */
  isSecondary: boolean;
  renderRow: (row: Row) => ReactNode;
}

/** The results of one type, best match first. */
export function ResultList<Row>({
  title,
  empty,
  query,
  results,
  isTruncated,
  isSecondary,
  renderRow,
}: ResultListProps<Row>) {
  const { error, currentData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const isStale = currentData === undefined;
  const shown = error && isStale ? undefined : results;
  return (
    <Card flush title={title}>
      <div className="px-5 pb-4 empty:hidden">
        <ErrorAlert error={error} title="The search failed" onRetry={() => void refetch()} />
      </div>
      {!shown && !error && <ResultListSkeleton />}
      {shown && isTruncated && (
        <p className="px-5 pb-4 text-sm text-secondary">
          More than 1,000 results match equally well. Add more to your search.
        </p>
      )}
      {shown?.length === 0 &&
        (isSecondary ? (
          <p className="px-5 pb-5 text-secondary">{empty.title}</p>
        ) : (
          <EmptyState icon="search-none" {...empty} />
        ))}
      {shown && shown.length > 0 && (
        <ul aria-label={title} aria-busy={isStale} className="border-t border-line aria-busy:opacity-60">
          {shown.map(renderRow)}
        </ul>
      )}
      {shown && hasNextPage && !isStale && (
        <ShowMoreButton loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />
      )}
    </Card>
  );
}

export interface ResultProps {
  to: string;
  image: ReactNode;
  name: string;
  badges?: ReactNode;
  /** Distinguishes results with the same name. */
  description: string;
  /** The words of the search, which are marked. */
  query?: string;
  /** Whether Enter in the search box opens it, which is then visible. */
  opensWithEnter?: boolean;
}

export function Result({ to, image, name, badges, description, query = '', opensWithEnter = false }: ResultProps) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={to}
        {...arrowKeyStop}
        className="flex h-15 items-center gap-3 px-5 outline-offset-[-2px] transition-colors hover:bg-hover focus-visible:bg-hover"
      >
        {image}
        <span className="grid min-w-0 flex-1">
          <span className="flex min-w-0 items-center gap-2">
            <Truncate translate="no" className="font-medium text-strong">
              <Highlighted query={query}>{name}</Highlighted>
            </Truncate>
            <span className="flex flex-none gap-1">{badges}</span>
          </span>
          <Truncate className="text-sm text-secondary">
            <Highlighted query={query}>{description}</Highlighted>
          </Truncate>
        </span>
        {opensWithEnter && (
          <kbd aria-hidden className="enter-hint">
            Enter
          </kbd>
        )}
      </Link>
    </li>
  );
}

function ResultListSkeleton() {
  return (
    <div role="status" aria-label="Searching..." aria-busy className="border-t border-line">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex h-15 items-center gap-3 border-b border-line px-5 last:border-b-0">
          <Skeleton className="size-9" />
          <Skeleton className="h-3.5 w-3/5" />
        </div>
      ))}
    </div>
  );
}
