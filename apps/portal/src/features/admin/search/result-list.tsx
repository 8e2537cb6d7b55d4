import { Card, EmptyState, Skeleton, Truncate, type EmptyStateProps } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FailureBox } from '../../../requests/failure-box.tsx';
import { arrowStop } from './arrow-keys.ts';
import type { Pages } from '../paged-table.tsx';
import { ShowMore } from '../show-more.tsx';

export interface ResultListProps<Found> {
  title: string;
  /** What is said where there is nothing, and how more could be found. */
  none: Pick<EmptyStateProps, 'title' | 'text'>;
  /** While another text is searched for, what was found for the one before stays, dimmed. */
  pages: Pages & { readonly currentData?: unknown };
  found: readonly Found[] | undefined;
  /** Whether more match than are ever told. */
  isCut: boolean | undefined;
  row: (found: Found) => ReactNode;
}

/** What a search found of one kind, the best match first; more on demand. */
export function ResultList<Found>({ title, none, pages, found, isCut, row }: ResultListProps<Found>) {
  const { error, currentData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  const stale = currentData === undefined;
  const shown = error && stale ? undefined : found;
  return (
    <Card flush title={title}>
      <div className="px-5 pb-4 empty:hidden">
        <FailureBox error={error} title="The search failed" onRetry={() => void refetch()} />
      </div>
      {!shown && !error && <Waiting />}
      {shown && isCut && (
        <p className="px-5 pb-4 text-sm text-secondary">
          More than 1,000 match equally well. Type more to find the right one.
        </p>
      )}
      {shown?.length === 0 && <EmptyState icon="search-none" {...none} />}
      {shown && shown.length > 0 && (
        <ul aria-label={title} aria-busy={stale} className="border-t border-line aria-busy:opacity-60">
          {shown.map(row)}
        </ul>
      )}
      {shown && hasNextPage && !stale && <ShowMore loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </Card>
  );
}

export interface ResultProps {
  to: string;
  picture: ReactNode;
  name: string;
  badges: ReactNode;
  /** What tells it from others of the same name. */
  about: string;
}

/** The whole row is the link. */
export function Result({ to, picture, name, badges, about }: ResultProps) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={to}
        {...arrowStop}
        className="flex h-15 items-center gap-3 px-5 outline-offset-[-2px] transition-colors hover:bg-hover focus-visible:bg-hover"
      >
        {picture}
        <span className="grid min-w-0 flex-1">
          <span className="flex min-w-0 items-center gap-2">
            <Truncate className="font-medium text-strong">{name}</Truncate>
            <span className="flex flex-none gap-1">{badges}</span>
          </span>
          <Truncate className="text-sm text-secondary">{about}</Truncate>
        </span>
      </Link>
    </li>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Searching..." className="border-t border-line">
      {[0, 1, 2].map((place) => (
        <div key={place} className="flex h-15 items-center gap-3 border-b border-line px-5 last:border-b-0">
          <Skeleton className="size-9" />
          <Skeleton className="h-3.5 w-3/5" />
        </div>
      ))}
    </div>
  );
}
