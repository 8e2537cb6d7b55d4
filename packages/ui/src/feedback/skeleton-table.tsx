import { classNames } from '../class-names.ts';
import { Skeleton, type SkeletonProps } from './skeleton.tsx';

export interface SkeletonTableProps extends SkeletonProps {
  rows?: number | undefined;
  columns?: number | undefined;
}

/** A placeholder for a table with its header, for a card without padding. Its rows share the height that `className` sets. */
export function SkeletonTable({ className, rows = 3, columns = 3 }: SkeletonTableProps) {
  const cells = Array.from({ length: columns }, (_, column) => column);
  return (
    <div aria-hidden className={classNames('flex flex-col divide-y divide-line', className)}>
      {Array.from({ length: rows + 1 }, (_, row) => (
        <div key={row} className={`flex items-center gap-6 px-5 ${row === 0 ? 'h-9' : 'flex-1'}`}>
          {cells.map((column) => (
            <div key={column} className={column === 0 ? 'flex-2' : 'flex-1'}>
              <Skeleton className={row === 0 ? 'h-3 w-1/4' : 'h-3.5 w-3/5'} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
