import type { WorkspaceRole } from '../members/members.schemas.ts';
import type { HostedApp } from '../settings.ts';
import type { NewWorkspace } from './workspace-input.schemas.ts';
import type { InstanceEnvType, Workspace } from './workspaces.schemas.ts';
import { remoteUrlProblem } from './remote-url.rules.ts';

/** Only the owner edits and deletes a workspace. Source: specification section 6. */
export const mayEditWorkspace = (role: WorkspaceRole) => role === 'OWNER';

/** The choices of "Workspace Type". Source: decisions, "workspace types". */
export const workspaceTypes = [
  { type: 'saas', instanceEnvType: 'SI', label: (hosted: HostedApp) => `Managed By ${hosted.productName}` },
  { type: 'local', instanceEnvType: 'LOCAL', label: () => 'Local Dev Instance' },
  { type: 'url', instanceEnvType: 'PRIVATE', label: () => 'Remote URL' },
] as const;

/** The types in a word, where there is room for no more. */
export const envNames: Readonly<Record<InstanceEnvType, string>> = { SI: 'Managed', PRIVATE: 'Remote', LOCAL: 'Local' };

const sameAddress = (one: string, other: string) => one.replace(/\/+$/, '') === other.replace(/\/+$/, '');

/** Which type an address is of, where the caller did not say. */
export function envTypeOf(instanceUrl: string | null | undefined, hosted: HostedApp): InstanceEnvType {
  if (!instanceUrl || sameAddress(instanceUrl, hosted.hostedAppUrl)) return 'SI';
  return sameAddress(instanceUrl, hosted.localInstanceUrl) ? 'LOCAL' : 'PRIVATE';
}

/** The type and address that a new workspace gets, or why its address can't be used. */
export function placeWorkspace(
  draft: Pick<NewWorkspace, 'instanceEnvType' | 'instanceUrl'>,
  hosted: HostedApp,
): { instanceEnvType: InstanceEnvType; instanceUrl: string } | { problem: string } {
  const instanceEnvType = draft.instanceEnvType ?? envTypeOf(draft.instanceUrl, hosted);
  if (instanceEnvType === 'SI') return { instanceEnvType, instanceUrl: hosted.hostedAppUrl };
  if (instanceEnvType === 'LOCAL') return { instanceEnvType, instanceUrl: hosted.localInstanceUrl };
  const instanceUrl = draft.instanceUrl ?? '';
  const problem = remoteUrlProblem(instanceUrl, hosted);
  return problem ? { problem } : { instanceEnvType, instanceUrl };
}

const envTypeOrder: readonly InstanceEnvType[] = ['SI', 'PRIVATE', 'LOCAL'];

/**
 * The order of the list: own default, own favourites, then by type, then by name.
 * Source: specification section 4, "Workspace ordering".
 */
export function compareWorkspaces(one: Workspace, other: Workspace): number {
  return (
    Number(other.isDefault) - Number(one.isDefault) ||
    Number(other.isFavourite) - Number(one.isFavourite) ||
    envTypeOrder.indexOf(one.instanceEnvType) - envTypeOrder.indexOf(other.instanceEnvType) ||
    one.displayName.localeCompare(other.displayName)
  );
}

/**
 * The workspace that a login leads to: the person's default, else the earliest of type SI that they own.
 * Source: specification section 4, "Default workspace".
 */
export function defaultWorkspaceOf(workspaces: readonly Workspace[]): Workspace | undefined {
  return (
    workspaces.find((workspace) => workspace.isDefault) ??
    workspaces
      .filter((workspace) => workspace.role === 'OWNER' && workspace.instanceEnvType === 'SI')
      .sort((one, other) => one.createdAt.localeCompare(other.createdAt))[0]
  );
}
