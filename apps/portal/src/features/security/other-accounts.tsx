import { displayEmail, loginMethodPhrase } from '@portal/contract';
import { Button, Card } from '@portal/ui';
import { Link } from 'react-router';
import { useUser } from '../../api/session.api.ts';
import { internalNavigation } from '../../lib/internal-navigation.ts';
import { paths } from '../../lib/paths.ts';
import type { LogoutState } from '../../session/tab-state.ts';

export interface OtherAccountsProps {
  methods: readonly string[];
}

const logoutState: LogoutState = { ...internalNavigation, returnTo: paths.workspaces };

const methodNames = new Intl.ListFormat('en', { type: 'disjunction' });

/** Accounts with the same address: that they have workspaces and how they log in, no more. */
export function OtherAccounts({ methods }: OtherAccountsProps) {
  const { email } = useUser();
  if (methods.length === 0) return null;
  return (
    <Card title="Your other accounts">
      <div className="grid gap-4">
        <p className="wrap-anywhere">
          <b translate="no">{displayEmail(email)}</b> also logs in with{' '}
          {methodNames.format(methods.map(loginMethodPhrase))}, and has workspaces there. Each way to log in has an
          account of its own.
        </p>
        <div>
          <Button render={<Link to={paths.logout} state={logoutState} />}>Log out and switch account</Button>
        </div>
      </div>
    </Card>
  );
}
