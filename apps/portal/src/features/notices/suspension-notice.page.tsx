import { Notice } from './notice.tsx';

export function Component() {
  return (
    <Notice icon="pause-circle" title="Account Paused">
      Your account has been paused pending payment or establishing payment information. Please contact support.
    </Notice>
  );
}
