import { Icon } from '../icon/icon.tsx';
import { passwordRules } from './password-rules.ts';

/** Tells, as a field's hint, what a new password has to hold and which of it is there. */
export function PasswordHint({ password }: { password: string | null | undefined }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {passwordRules.map(({ name, pattern }) => {
        const met = pattern.test(password ?? '');
        return (
          <span key={name} className={`flex items-center gap-1 ${met ? 'text-success' : ''}`}>
            <Icon name={met ? 'check' : 'minus'} size={12} label={met ? 'There is' : 'Missing'} />
            {name}
          </span>
        );
      })}
    </span>
  );
}
