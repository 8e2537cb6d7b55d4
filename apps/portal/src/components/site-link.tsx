import type { ComponentProps } from 'react';

/** A link to another site, in a new tab. */
export function SiteLink({ url, children, ...props }: { url: string } & ComponentProps<'a'>) {
  return (
    <a {...props} href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
