import { displayEmail, loginMethodPhrase, type LoginKind } from '@portal/contract';
import { Card } from '@portal/ui';
import { useUser } from '../../api/session.api.ts';

export interface LoginMethodProps {
  kind: LoginKind;
  method: string;
}

/** How the user logs in, and where the password is if it is not ours. */
export function LoginMethod({ kind, method }: LoginMethodProps) {
  const { email } = useUser();
  return (
    <Card title="How you log in">
      <div className="grid gap-2">
        <p className="wrap-anywhere">
          With {loginMethodPhrase(method)}, as <b translate="no">{displayEmail(email)}</b>.
        </p>
        {kind !== 'password' && <p className="text-secondary">{whereThePasswordIs(kind, method)}</p>}
      </div>
    </Card>
  );
}

function whereThePasswordIs(kind: Exclude<LoginKind, 'password'>, method: string): string {
  switch (kind) {
    case 'company':
      return `Your company’s directory (${method}) has your password and your second factor. Change them there, or ask your administrator.`;
    case 'passwordless':
      return method === 'Text message'
        ? 'You have no password: anyone who receives your text messages can log in. Protect your phone with a code.'
        : 'You have no password: anyone who can read your mailbox can log in. Protect the mailbox with a strong password and a second factor.';
    case 'social':
      return `${method} has your password and your second factor. Change them there.`;
  }
}
