import type { ButtonSize } from '../button/button-classes.ts';
import { IconButton } from '../button/icon-button.tsx';

export type Theme = 'light' | 'dark';

export interface ThemeToggleProps {
  theme: Theme;
  onChange: (theme: Theme) => void;
  size?: ButtonSize | undefined;
}

export function ThemeToggle({ theme, onChange, size }: ThemeToggleProps) {
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      icon={theme === 'dark' ? 'sun' : 'moon'}
      label={`Switch to the ${other} theme`}
      tooltip
      size={size}
      onClick={() => onChange(other)}
    />
  );
}
