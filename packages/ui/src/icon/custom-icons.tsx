import type { SVGProps } from 'react';
import Star from 'lucide-react/icons/star';

export const StarFilledIcon = (props: SVGProps<SVGSVGElement>) => <Star {...props} fill="currentColor" />;

/** The same strokes as Lucide's icons. */
const strokeProps = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** A simplified icon, not GitHub's logo. */
export function GithubIcon(props: SVGProps<SVGSVGElement>) {
  return (
    <svg {...strokeProps} {...props}>
      <path d="M5.5 9.5V4.6l3.3 1.7a12 12 0 0 1 6.4 0l3.3-1.7v4.9a6 6 0 0 1 1 3.4c0 4-3.2 6.1-7.5 6.1s-7.5-2.1-7.5-6.1a6 6 0 0 1 1-3.4z" />
      <path d="M9 12.5v1.5M15 12.5v1.5" />
    </svg>
  );
}

/** A simplified icon, not Discord's logo. */
export function DiscordIcon(props: SVGProps<SVGSVGElement>) {
  return (
    <svg {...strokeProps} {...props}>
      <path d="M7 6.5a14 14 0 0 1 10 0c2.5 3 3.8 6.5 3.5 10.5-1.7 1.2-3.3 1.8-5 2l-1.2-2.2a14 14 0 0 1-4.6 0L8.5 19c-1.7-.2-3.3-.8-5-2C3.2 13 4.5 9.5 7 6.5z" />
      <path d="M9.3 12.2v.6M14.7 12.2v.6" strokeWidth="2.6" />
    </svg>
  );
}
