import type { Workspace } from '@portal/contract';
import type { Listed, Page } from './list-in-pages.ts';
import { workspacesApi, workspacesInPages } from './workspaces.api.ts';

/** The list of workspaces, for whoever goes on with it where it stopped; nobody's first screen needs it. */
export const listedWorkspaces = {
  kind: workspacesInPages,
  input: {},
  select: workspacesApi.endpoints.listWorkspaces.select(),
  change: (to: () => Listed<Page<Workspace>>) => workspacesApi.util.updateQueryData('listWorkspaces', undefined, to),
};
