import { useFreshOnReturn } from './fresh-on-return.ts';
import { SessionEndNotice, type SessionEndNoticeProps } from './session-end-notice.tsx';
import { SlowNotice } from './slow-notice.tsx';
import { VersionNotice } from './version/version-notice.tsx';

/** What may have to be said on any page, at any time. */
export function LateNotices({ reason }: SessionEndNoticeProps) {
  useFreshOnReturn();
  return (
    <>
      <SessionEndNotice reason={reason} />
      <VersionNotice />
      <SlowNotice />
    </>
  );
}
