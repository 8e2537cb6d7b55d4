import type { ComponentPropsWithRef } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router';

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: string;
  /** What the page that it leads to gets as the state of its location. */
  state?: unknown;
}

/** A link within the portal. The router's own brings along what fetches pages ahead, 2 KB that we do not use. */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, { state, ...(rest.target !== undefined && { target: rest.target }) });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}

export interface NavLinkProps extends LinkProps {
  /** Whether the page that is shown belongs under the one that this leads to. */
  holdsPage?: boolean;
}

/** The same, marked while its page is shown or one that belongs under it. */
export function NavLink({ holdsPage, ...props }: NavLinkProps) {
  const isShown = useLocation().pathname === props.to;
  return <Link {...props} aria-current={isShown ? 'page' : holdsPage || undefined} />;
}
