export interface LogoProps {
  size?: number | undefined;
  label?: string | undefined;
}

export function Logo({ size = 28, label }: LogoProps) {
  const accessibleName = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" className="shrink-0" {...accessibleName}>
      <rect width="32" height="32" rx="8" className="fill-(--action-solid)" />
      <g className="fill-(--action-solid-text) stroke-(--action-solid-text)" strokeWidth="2">
        <path d="M10.5 12.5 16 21.5l5.5-9" fill="none" strokeLinejoin="round" />
        <circle cx="10" cy="11" r="2.75" />
        <circle cx="22" cy="11" r="2.75" />
        <circle cx="16" cy="22" r="2.75" />
      </g>
    </svg>
  );
}
