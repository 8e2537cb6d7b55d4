import { Card, Skeleton, SkeletonField, SkeletonTable, SkeletonText } from '@portal/ui';
import { FieldRow } from '../../../components/form/field-row.tsx';

/** A placeholder for the form and the table of the members. */
export const MembersSkeleton = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <Card>
      <div aria-hidden className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <FieldRow actions={<Skeleton className="h-9 w-54" />}>
          <div className="min-w-0 flex-1">
            <SkeletonField />
          </div>
          <div className="@2xl:w-36">
            <SkeletonField />
          </div>
        </FieldRow>
        {/* As tall as the lines of the text that says what a role may do. */}
        <div className="-mx-5 min-h-24 border-t border-line px-5 pt-4 sm:min-h-14 xl:min-h-10">
          <SkeletonText lines={1} />
        </div>
      </div>
    </Card>
    <Card flush>
      <SkeletonTable className="h-[81px] max-sm:h-[153px]" rows={1} />
    </Card>
  </div>
);
