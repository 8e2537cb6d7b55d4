import type { PortalSettings } from '@portal/contract';
import { Alert, Button, CopyButton, EmptyState, Logo } from '@portal/ui';
import { paths } from '../../lib/paths.ts';

export interface MobileNoticeProps extends Pick<PortalSettings, 'supportEmail'> {
  /** What the user has just done, if they come from a page that phones show. */
  message?: string | undefined;
  /** The workspace that the user has just joined. */
  joinedWorkspaceId?: string | undefined;
}

/** Shown on phones and tablets instead of most pages. Below the specified text, it offers what works there. */
export function MobileNotice({ supportEmail, message, joinedWorkspaceId }: MobileNoticeProps) {
  const { href } =
    joinedWorkspaceId === undefined
      ? window.location
      : new URL(paths.workspaceGo(joinedWorkspaceId), window.location.origin);
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid justify-items-center gap-4">
        <Logo size={44} />
        {message && <Alert tone="success" message={message} />}
        <EmptyState
          icon="monitor"
          title={
            <h1 tabIndex={-1} className="text-xl">
              Please use a desktop computer
            </h1>
          }
          text={
            <>
              <span>This product can only be used on a desktop computer.</span>{' '}
              <span>On a phone or tablet, you can read and accept invitations: open the link in the email.</span>
            </>
          }
        />
        <div className="grid justify-items-center gap-2">
          <p>
            {joinedWorkspaceId === undefined ? 'Open this link on a computer:' : 'Open the workspace on a computer:'}
          </p>
          <div className="flex flex-wrap items-center justify-center gap-2">
            <CopyButton text={href} label="Copy the link" />
            <Button variant="primary" render={<a href={`mailto:?body=${encodeURIComponent(href)}`}>Email it to me</a>}>
              Email it to me
            </Button>
          </div>
        </div>
        <p className="flex flex-wrap justify-center gap-x-4 text-sm">
          <a className="text-link inline-flex min-h-11 items-center" href={paths.printableTerms}>
            Terms of service
          </a>
          <a className="text-link inline-flex min-h-11 items-center" href={`mailto:${supportEmail}`}>
            Contact support
          </a>
        </p>
      </div>
    </main>
  );
}
