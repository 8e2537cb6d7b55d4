import { Timestamp } from '@portal/ui';

/** The exact date, and how long ago that is. */
export const StaffDate = ({ at }: { at: string }) => (
  <span>
    <Timestamp date={at} relative="disabled" showTime="minutes" />{' '}
    <span className="text-secondary">
      (<Timestamp date={at} />)
    </span>
  </span>
);
