import { createContext, useContext, type ReactNode } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';

const InLinkContext = createContext(false);

export const useInLink = () => useContext(InLinkContext);

/** A link that opens other sites in a new tab. */
export function RichLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const external = isExternal(href);
  return (
    <InLinkContext value={true}>
      <a href={href} {...(external && { target: '_blank', rel: 'noopener noreferrer' })}>
        {children}
        {external && <VisuallyHidden> (opens in a new tab)</VisuallyHidden>}
      </a>
    </InLinkContext>
  );
}

function isExternal(href: string | undefined): boolean {
  if (!href || !URL.canParse(href, document.baseURI)) return false;
  const { protocol, origin } = new URL(href, document.baseURI);
  return /^https?:$/.test(protocol) && origin !== location.origin;
}
