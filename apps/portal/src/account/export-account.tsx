import { accountCalls } from '@portal/contract';
import { Button, Card } from '@portal/ui';
import { useState } from 'react';
import { downloadFile } from '../api/http/download-file.ts';
import type { RequestError } from '../api/http/request-error.ts';
import { useUser } from '../api/session.api.ts';
import { NewLoginAlert } from '../components/new-login-alert.tsx';
import { useBrowser } from '../lib/browser.ts';
import { useSettings } from '../lib/settings-context.ts';
import { useNewLogin } from '../session/use-new-login.ts';

/** Lets users download what is stored about them. */
export function ExportAccount() {
  const { id: userId } = useUser();
  const { authApiUrl } = useSettings();
  const { saveFile } = useBrowser();
  const logInAgain = useNewLogin();
  const [state, setState] = useState<'ready' | 'loading' | 'done'>('ready');
  const [error, setError] = useState<RequestError>();
  const download = async () => {
    setState('loading');
    const result = await downloadFile(accountCalls.exportAccount, { params: { userId } }, authApiUrl);
    if ('error' in result) {
      setError(result.error);
      setState('ready');
      return;
    }
    saveFile(result.file.content, result.file.name);
    setError(undefined);
    setState('done');
  };
  return (
    <Card
      title="Your data"
      description="Download everything that we store about you: your profile, billing details, workspaces, API tokens, sessions and your activity. The ZIP file contains JSON, and CSV files for spreadsheets."
    >
      <div className="grid gap-4">
        <NewLoginAlert error={error} title="The download failed" onLogIn={logInAgain} />
        <div>
          <Button
            icon="download"
            loading={state === 'loading'}
            loadingText="Preparing..."
            onClick={() => void download()}
          >
            Download your data
          </Button>
          <span role="status" className="ml-3 text-secondary">
            {state === 'done' && 'Your data was downloaded.'}
          </span>
        </div>
      </div>
    </Card>
  );
}
