import type { SVGProps } from 'react';

/** The star of the icon set, filled. */
export function StarFilledGlyph(props: SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="currentColor"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      {...props}
    >
      <path d="m12 2.6 2.9 5.9 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5-4.7-4.6 6.5-.9z" />
    </svg>
  );
}

/** Our own plain sign for code hosting: a commit that branches off, in a disc. */
export function GithubGlyph(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" {...props}>
      <path
        d="M5.5 9.5V4.6l3.3 1.7a12 12 0 0 1 6.4 0l3.3-1.7v4.9a6 6 0 0 1 1 3.4c0 4-3.2 6.1-7.5 6.1s-7.500-2.100-7.500-6.100a6 6 0 0 1 1-3.400z"
        strokeLinejoin="round"
      />
      <path d="M9 12.500v1.500M15 12.500v1.500" />
    </svg>
  );
}

/** Our own plain sign for chat: two speech bubbles. */
export function DiscordGlyph(props: SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" {...props}>
      <path
        d="M7 6.500a14 14 0 0 1 10 0c2.500 3 3.800 6.500 3.500 10.500-1.700 1.200-3.300 1.800-5 2l-1.200-2.200a14 14 0 0 1-4.600 0L8.500 19c-1.700-.2-3.300-.8-5-2C3.200 13 4.500 9.500 7 6.500z"
        strokeLinejoin="round"
      />
      <path d="M9.300 12.200v.600M14.700 12.200v.600" strokeWidth="2.600" />
    </svg>
  );
}
