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

/** Not by a regular expression: `/\/+$/` takes time with the square of the number of slashes. */
function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
}

/** Whether two addresses are the same, slashes at their ends aside. */
export const isSameAddress = (one: string, other: string) => withoutSlashes(one) === withoutSlashes(other);

/** Which type an address is of, where the caller did not say. */
export function envTypeOf(instanceUrl: string | null | undefined, hosted: HostedApp): InstanceEnvType {
  if (!instanceUrl || isSameAddress(instanceUrl, hosted.hostedAppUrl)) return 'SI';
  return isSameAddress(instanceUrl, hosted.localInstanceUrl) ? 'LOCAL' : 'PRIVATE';
}

/** The type and address that a new workspace gets, or why its address can't be used. */
export function placeWorkspace(
  draft: Pick<NewWorkspace, 'instanceEnvType' | 'instanceUrl'>,
  hosted: HostedApp,
): { instanceEnvType: InstanceEnvType; instanceUrl: string } | { problem: string } {
  const instanceEnvType = draft.instanceEnvType ?? envTypeOf(draft.instanceUrl, hosted);
  const ownUrl = { SI: hosted.hostedAppUrl, LOCAL: hosted.localInstanceUrl, PRIVATE: null }[instanceEnvType];
  const instanceUrl = draft.instanceUrl ?? ownUrl ?? '';
  const isOwn =
    ownUrl !== null &&
    [instanceUrl, `http://${instanceUrl}`, `https://${instanceUrl}`].some((url) => isSameAddress(url, ownUrl));
  if (isOwn) return { instanceEnvType, instanceUrl: ownUrl };
  const problem = addressProblem(instanceUrl, instanceEnvType, hosted);
  return problem ? { problem } : { instanceEnvType, instanceUrl };
}

/** Why a workspace of a type can't get an address other than the one of its type; null if it can. */
export function addressProblem(url: string, instanceEnvType: InstanceEnvType, hosted: HostedApp): string | null {
  if (instanceEnvType === 'PRIVATE') return remoteUrlProblem(url, hosted);
  const label = workspaceTypes.find((choice) => choice.instanceEnvType === instanceEnvType)?.label(hosted);
  return `A "${label}" workspace cannot have a URL of its own`;
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
