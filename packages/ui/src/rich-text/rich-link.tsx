import { createContext, useContext, type ReactNode } from 'react';
import { VisuallyHidden } from '../text/visually-hidden.tsx';

const InLink = createContext(false);

export const useInLink = () => useContext(InLink);

/** A link to another site opens beside the page that it is read on. */
export function RichLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const external = isExternal(href);
  return (
    <InLink value={true}>
      <a href={href} {...(external && { target: '_blank', rel: 'noopener noreferrer' })}>
        {children}
        {external && <VisuallyHidden> (opens in a new tab)</VisuallyHidden>}
      </a>
    </InLink>
  );
}

function isExternal(href: string | undefined): boolean {
  if (!href || !URL.canParse(href, document.baseURI)) return false;
  const { protocol, origin } = new URL(href, document.baseURI);
  return /^https?:$/.test(protocol) && origin !== location.origin;
}
