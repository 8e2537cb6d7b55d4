import {
  featureFlagCalls,
  type OwnedWorkspace,
  type QuarantinedUser,
  type SignUp,
  type StaffUser,
  type SuspendedUser,
} from '@portal/contract';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ulid } from 'ulid';
import { on, server, type Received } from './api-server.ts';
import { pastDoubleClick } from './double-click.ts';
import { aUser } from './people-and-things.ts';
import { visit } from './render-portal.tsx';

const moment = '2026-03-04T05:06:07.000Z';
export const by = { userId: ulid(), email: 'sam@systeminit.com' };

export const aStaffUser = (given: Partial<StaffUser> = {}): StaffUser => ({
  id: ulid(),
  auth0Id: 'github|123',
  email: 'person@example.com',
  emailVerified: true,
  firstName: 'Pat',
  lastName: 'Person',
  nickname: 'pat',
  isQuarantined: false,
  quarantinedAt: null,
  quarantineReason: null,
  quarantinedUntil: null,
  quarantinedBy: null,
  isSuspended: false,
  suspendedAt: null,
  suspensionReason: null,
  suspendedUntil: null,
  suspendedBy: null,
  billing: { state: 'none', endingAt: null, paymentDetailsSet: false },
  createdAt: moment,
  signedUpAt: moment,
  lastLoginAt: moment,
  ...given,
});

const lockedOut = () => ({ userId: ulid(), email: 'locked@example.com', reason: 'Spam', until: null, by });

export const aQuarantinedUser = (given: Partial<QuarantinedUser> = {}): QuarantinedUser => ({
  ...lockedOut(),
  quarantinedAt: moment,
  ...given,
});

export const aSuspendedUser = (given: Partial<SuspendedUser> = {}): SuspendedUser => ({
  ...lockedOut(),
  suspendedAt: moment,
  ...given,
});

export const anOwnedWorkspace = (given: Partial<OwnedWorkspace> = {}): OwnedWorkspace => ({
  workspaceId: ulid(),
  displayName: 'Playground',
  instanceUrl: 'https://app.systeminit.com',
  instanceEnvType: 'SI',
  ownerId: ulid(),
  firstName: 'Olga',
  lastName: 'Owner',
  nickname: 'olga',
  email: 'olga@example.com',
  createdAt: moment,
  deletedAt: null,
  quarantinedAt: null,
  quarantineReason: null,
  quarantinedBy: null,
  ...given,
});

export const aSignUp = (given: Partial<SignUp> = {}): SignUp => ({
  userId: ulid(),
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  emailVerified: true,
  signupMethod: 'GitHub',
  discordUsername: 'ada.l',
  githubUsername: 'ada',
  signupAt: '2024-08-14T12:00:00.000Z',
  ...given,
});

export const flagIs = (isOn: boolean, wait = 0) =>
  on(featureFlagCalls.listFeatureFlags, { auth_portal_admin_page: isOn, 'approvals-opt-in-out': false }, wait);

export const staffMember = () => aUser({ email: 'sam@systeminit.com', nickname: 'sam' });

/** Opens a section of the admin page as somebody of the staff. */
export async function openSection(section: string, heading: string) {
  server.use(flagIs(true));
  const portal = await visit(`/workspace-admin?section=${section}`, staffMember());
  await screen.findByRole('heading', { level: 2, name: heading });
  return portal;
}

const tableCalled = (name: string) => screen.getByRole<HTMLTableElement>('table', { name });
const textOf = ({ textContent }: Element) => textContent;

/** Read from the table itself: to ask for the role of each cell, in each row, takes longer than what is tested. */
export const rowsOf = (table: string) =>
  [...tableCalled(table).rows].slice(1).map((row) => [...row.querySelectorAll('td')].map(textOf));

export const headersOf = (table: string) => [...tableCalled(table).querySelectorAll('th')].map(textOf);

/** What a request said beside its own id. */
export function said({ body }: Received): Record<string, unknown> {
  const { requestUlid: _id, ...rest } = body as Record<string, unknown>;
  return rest;
}

/** A click and the one that confirms it. */
export async function clickTwice(person: UserEvent, name: string): Promise<void> {
  await person.click(screen.getByRole('button', { name }));
  pastDoubleClick();
  await person.click(screen.getByRole('button', { name: new RegExp(`^${name}|You sure`) }));
}
