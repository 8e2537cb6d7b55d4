import { displayEmail } from '@portal/contract';
import { Button } from '@portal/ui';
import { Link } from 'react-router';
import { useUser } from '../../api/session.api.ts';
import { PageNotice } from '../../components/page-notice.tsx';
import { paths } from '../../lib/paths.ts';

/** The banner above the page resends the verification email and checks it. Then the page shows what the user came for. */
export function UnverifiedEmail() {
  const { email } = useUser();
  return (
    <PageNotice
      icon="mail"
      title="Verify your email to log in a terminal"
      actions={<Button render={<Link to={paths.profile} />}>Go to your profile</Button>}
    >
      <p>Open the link in the email we sent to {displayEmail(email)}, then return to this page.</p>
    </PageNotice>
  );
}

export function InvalidLink() {
  return (
    <PageNotice icon="terminal" title="This link is not valid">
      <p>Start the login again in your terminal.</p>
    </PageNotice>
  );
}

export function Approved({ client }: { client: string }) {
  return (
    <PageNotice icon="check-circle" title={<ClientTitle client={client} text="is approved" />}>
      <p>You can close this page and go back to your terminal.</p>
    </PageNotice>
  );
}

export function Denied({ client }: { client: string }) {
  return (
    <PageNotice icon="terminal" title={<ClientTitle client={client} text="was not logged in" />}>
      <p>You denied the login. You can close this page.</p>
    </PageNotice>
  );
}

const ClientTitle = ({ client, text }: { client: string; text: string }) => (
  <>
    <span translate="no">{client}</span> {text}
  </>
);
