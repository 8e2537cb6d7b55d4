import { IconButton } from '../button/icon-button.tsx';

export type Theme = 'light' | 'dark';

export interface ThemeToggleProps {
  theme: Theme;
  onChange: (theme: Theme) => void;
}

export function ThemeToggle({ theme, onChange }: ThemeToggleProps) {
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      icon={theme === 'dark' ? 'sun' : 'moon'}
      label={`Switch to the ${other} theme`}
      tooltip
      onClick={() => onChange(other)}
    />
  );
}
