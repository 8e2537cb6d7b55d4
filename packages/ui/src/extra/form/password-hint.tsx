import { Icon } from '../../icon/icon.tsx';
import { passwordRules } from './password-rules.ts';

export function PasswordHint({ password }: { password: string | null | undefined }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {passwordRules.map(({ name, pattern }) => {
        const met = pattern.test(password ?? '');
        return (
          <span key={name} className={`flex items-center gap-1 ${met ? 'text-success' : ''}`}>
            <Icon name={met ? 'check' : 'minus'} size={12} label={met ? 'Met' : 'Missing'} />
            {name}
          </span>
        );
      })}
    </span>
  );
}
