import { whenIdle } from '@portal/ui';
import { useEffect, useState, type ComponentType } from 'react';
import { useSessionEnded } from '../http/use-session-ended.ts';
import type { SessionEndNoticeProps } from './session-end-notice.tsx';

/** The notices that may come at any time. Their code comes once the page is at rest, or when the session has ended before. */
export function NoticesAtRest(props: SessionEndNoticeProps) {
  // Not `lazy`: a page must not fail because what is said beside it can't be had.
  const [Notices, setNotices] = useState<ComponentType<SessionEndNoticeProps>>();
  const ended = useSessionEnded();
  useEffect(() => {
    const load = () => void import('./late-notices.tsx').then(({ LateNotices }) => setNotices(() => LateNotices));
    if (!ended) return whenIdle(load);
    load();
  }, [ended]);
  return Notices && <Notices {...props} />;
}
