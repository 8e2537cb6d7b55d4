import { AccountChangeNotice } from './account-change-notice.tsx';
import { useFreshOnReturn } from './fresh-on-return.ts';
import { SessionEndNotice, type SessionEndNoticeProps } from './session-end-notice.tsx';
import { SlowNotice } from './slow-notice.tsx';
import { useSomeoneElse } from './someone-else.ts';
import { VersionNotice } from './version/version-notice.tsx';

/** What may have to be said on any page, at any time. */
export function LateNotices({ reason }: SessionEndNoticeProps) {
  useFreshOnReturn();
  useSomeoneElse();
  return (
    <>
      <SessionEndNotice reason={reason} />
      <AccountChangeNotice />
      <VersionNotice />
      <SlowNotice />
    </>
  );
}
