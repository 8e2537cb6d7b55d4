import {
  featureFlagCalls,
  type WorkspaceWithOwner,
  type QuarantinedUser,
  type QuarantinedWorkspace,
  type SignUp,
  type UserAccount,
  type StaffHome,
  type SuspendedUser,
} from '@portal/contract';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ulid } from 'ulid';
import { mockCall, server, type ReceivedRequest } from './api-server.ts';
import { skipDoubleClickGuard } from './double-click.ts';
import { aUser } from '@portal/contract/fixtures';
import { visit } from './render-portal.tsx';

const timestamp = '2026-03-04T05:06:07.000Z';
export const staffAuthor = { userId: ulid(), email: 'sam@systeminit.com' };

export const aUserAccount = (overrides: Partial<UserAccount> = {}): UserAccount => ({
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
  createdAt: timestamp,
  signedUpAt: timestamp,
  lastLoginAt: timestamp,
  ...overrides,
});

const lockedUser = () => ({
  userId: ulid(),
  email: 'locked@example.com',
  reason: 'Spam',
  until: null,
  by: staffAuthor,
});

export const aQuarantinedUser = (overrides: Partial<QuarantinedUser> = {}): QuarantinedUser => ({
  ...lockedUser(),
  quarantinedAt: timestamp,
  ...overrides,
});

export const aSuspendedUser = (overrides: Partial<SuspendedUser> = {}): SuspendedUser => ({
  ...lockedUser(),
  suspendedAt: timestamp,
  ...overrides,
});

export const aWorkspaceWithOwner = (overrides: Partial<WorkspaceWithOwner> = {}): WorkspaceWithOwner => ({
  workspaceId: ulid(),
  displayName: 'Playground',
  instanceUrl: 'https://app.systeminit.com',
  instanceEnvType: 'SI',
  ownerId: ulid(),
  firstName: 'Olga',
  lastName: 'Owner',
  nickname: 'olga',
  email: 'olga@example.com',
  createdAt: timestamp,
  deletedAt: null,
  quarantinedAt: null,
  quarantineReason: null,
  quarantinedBy: null,
  ...overrides,
});

export const aQuarantinedWorkspace = (overrides: Partial<QuarantinedWorkspace> = {}): QuarantinedWorkspace => ({
  ...aWorkspaceWithOwner(),
  quarantinedAt: timestamp,
  quarantineReason: 'Mines coins',
  quarantinedBy: staffAuthor,
  ...overrides,
});

export const noWorkspaces = { workspaces: [], next: null };

export const aSignUp = (overrides: Partial<SignUp> = {}): SignUp => ({
  userId: ulid(),
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  emailVerified: true,
  signupMethod: 'GitHub',
  discordUsername: 'ada.l',
  githubUsername: 'ada',
  signupAt: '2024-08-14T12:00:00.000Z',
  ...overrides,
});

const noRows = { count: 0, rows: [] };

/** The home of staff, by default one in which nothing needs them. */
export const aStaffHome = (overrides: Partial<StaffHome> = {}): StaffHome => ({
  endingLocks: noRows,
  openQuarantines: noRows,
  quarantinedWorkspaces: noRows,
  failedPayments: noRows,
  rejectedInvitations: noRows,
  waitingEmails: noRows,
  failedJobs: noRows,
  signUps: { count: 0, previousCount: 0, rows: [] },
  ...overrides,
});

export const adminFlag = (isOn: boolean, delayMs = 0) =>
  mockCall(featureFlagCalls.listFeatureFlags, { auth_portal_admin_page: isOn, 'approvals-opt-in-out': false }, delayMs);

export const staffMember = () => aUser({ email: 'sam@systeminit.com', nickname: 'sam' });

/** Opens a section of the admin page as staff. */
export async function openSection(section: string, heading: string) {
  server.use(adminFlag(true));
  const portal = await visit(`/workspace-admin?section=${section}`, staffMember());
  await screen.findByRole('heading', { level: 2, name: heading });
  return portal;
}

const getTable = (name: string) => screen.getByRole<HTMLTableElement>('table', { name });
const textOf = ({ textContent }: Element) => textContent;

/** Reads the DOM directly: role queries for every cell are slow. */
export const tableRows = (table: string) =>
  [...getTable(table).querySelectorAll('tr:has(> td)')].map((row) => [...row.querySelectorAll('td')].map(textOf));

export const tableHeaders = (table: string) => [...getTable(table).querySelectorAll('thead th')].map(textOf);

/** The body of a request without its `requestUlid`. */
export function bodyOf({ body }: ReceivedRequest): Record<string, unknown> {
  const { requestUlid: _id, ...rest } = body as Record<string, unknown>;
  return rest;
}

/** Clicks a button and confirms it with a second click. */
export async function clickTwice(ui: UserEvent, name: string): Promise<void> {
  const button = screen.getByRole('button', { name });
  await ui.click(button);
  skipDoubleClickGuard();
  await ui.click(button);
}
