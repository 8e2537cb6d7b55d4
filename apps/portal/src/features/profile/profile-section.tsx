import type { ReactNode } from 'react';
import type { AccountSectionId } from '../../components/settings-nav/account-nav.tsx';
import { useScrollTarget } from '../../components/settings-nav/use-scroll-target.ts';

/** A part of the profile page, to which the list at the side links. */
export const ProfileSection = ({ id, children }: { id: AccountSectionId; children: ReactNode }) => (
  <section ref={useScrollTarget(id)} id={id}>
    {children}
  </section>
);
