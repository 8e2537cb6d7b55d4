import { compareWorkspaces, type MyEndingToken, type Workspace } from '@portal/contract';
import { hostOf } from '../../lib/host-of.ts';

/** Which workspaces the list shows. */
export const filters = {
  all: 'All',
  favourites: 'Favourites',
  owned: 'Owned',
  shared: 'Shared with you',
} as const;
export type Filter = keyof typeof filters;

/** How the list is sorted. Source of the default: specification section 4, "Workspace ordering". */
export const sortOrders = {
  default: 'Default order',
  name: 'Name',
  created: 'Newest first',
  activity: 'Last activity',
} as const;
export type SortOrder = keyof typeof sortOrders;

const matchesFilter: Record<Filter, (workspace: Workspace) => boolean> = {
  all: () => true,
  favourites: ({ isFavourite }) => isFavourite,
  owned: ({ role }) => role === 'OWNER',
  shared: ({ role }) => role !== 'OWNER',
};

const collator = new Intl.Collator(undefined, { numeric: true });
const compareNames = (a: Workspace, b: Workspace) => collator.compare(a.displayName, b.displayName);

/** ISO timestamps sort like the times. */
const newestFirst = (a: string, b: string) => (a === b ? 0 : a < b ? 1 : -1);

const comparisons: Record<SortOrder, (a: Workspace, b: Workspace) => number> = {
  default: compareWorkspaces,
  name: compareNames,
  created: (a, b) => newestFirst(a.createdAt, b.createdAt) || compareNames(a, b),
  activity: (a, b) => newestFirst(a.lastActiveAt ?? '', b.lastActiveAt ?? '') || compareNames(a, b),
};

export const filterWorkspaces = (workspaces: readonly Workspace[], filter: Filter) =>
  workspaces.filter(matchesFilter[filter]);

/** Filters and sorts the workspaces. */
export const arrangeWorkspaces = (
  workspaces: readonly Workspace[],
  { filter, order }: { filter: Filter; order: SortOrder },
): Workspace[] => filterWorkspaces(workspaces, filter).toSorted(comparisons[order]);

export const countByFilter = (workspaces: readonly Workspace[]): Record<Filter, number> => ({
  all: workspaces.length,
  favourites: filterWorkspaces(workspaces, 'favourites').length,
  owned: filterWorkspaces(workspaces, 'owned').length,
  shared: filterWorkspaces(workspaces, 'shared').length,
});

/** What the workspaces of a list differ in. Several cards or rows do not repeat what is the same for all. */
export interface Differences {
  readonly type: boolean;
  /** The workspaces that we manage have the same host, so none of them shows it. */
  readonly host: boolean;
  /** Whether others own some of them. */
  readonly owner: boolean;
}

/** The host of an instance that we do not manage, otherwise empty. */
export const ownHostOf = ({ instanceEnvType, instanceUrl }: Workspace) =>
  instanceEnvType === 'SI' ? '' : hostOf(instanceUrl);

export function differencesOf(workspaces: readonly Workspace[]): Differences {
  const differsIn = (valueOf: (workspace: Workspace) => string) => new Set(workspaces.map(valueOf)).size > 1;
  const hosts = new Set(workspaces.map(ownHostOf));
  return {
    type: differsIn(({ instanceEnvType }) => instanceEnvType),
    host: hosts.size > 1 || (workspaces.length === 1 && !hosts.has('')),
    owner: workspaces.some(({ role }) => role !== 'OWNER'),
  };
}

/** When the first of these tokens ends in each workspace, by its ID. The tokens are in the order of their ends. */
export const nextTokenEnds = (tokens: readonly MyEndingToken[]): ReadonlyMap<string, string> =>
  new Map(tokens.toReversed().map(({ workspaceId, expiresAt }) => [workspaceId, expiresAt]));
