import { Button, Modal } from '@portal/ui';
import { useEffect, useState } from 'react';
import { useBrowser } from '../../lib/browser.ts';
import { pollVersion, runningBuild } from './poll-version.ts';

export function VersionNotice() {
  const [outdated, setOutdated] = useState(false);
  const browser = useBrowser();
  useEffect(() => {
    const running = runningBuild();
    return running === null ? undefined : pollVersion(running, () => setOutdated(true));
  }, []);
  return (
    <Modal
      open={outdated}
      onOpenChange={setOutdated}
      title="Please refresh your browser"
      actions={
        <Button variant="primary" icon="refresh" onClick={browser.reload}>
          Refresh
        </Button>
      }
    >
      A new version of the portal is available. Refresh the page to use it.
    </Modal>
  );
}
