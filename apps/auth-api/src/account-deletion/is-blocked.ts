import type { OwnedWorkspace } from './owned-workspaces.ts';

/** Whether a user has to do something first: hand over or delete a workspace with other members, or pay an invoice. */
export const isBlocked = (workspaces: readonly OwnedWorkspace[], unpaidInvoices: readonly unknown[]) =>
  unpaidInvoices.length > 0 || workspaces.some(({ memberCount }) => memberCount > 0);
