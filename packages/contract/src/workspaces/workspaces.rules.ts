import type { WorkspaceRole } from '../members/members.schemas.ts';
import type { HostedApp } from '../settings.ts';
import { localUrlError, remoteUrlError } from './remote-url.rules.ts';
import type { InstanceEnvType, NewWorkspace, Workspace } from './workspaces.schemas.ts';

/** Whether the role can edit and delete a workspace. Source: specification section 6. */
export const canEditWorkspace = (role: WorkspaceRole) => role === 'OWNER';

/** The options of "Workspace Type". Source: specification section 4, "Workspace creation and changes". */
export const workspaceTypes = [
  { type: 'saas', instanceEnvType: 'SI', label: (hosted: HostedApp) => `Managed By ${hosted.productName}` },
  { type: 'local', instanceEnvType: 'LOCAL', label: () => 'Local Dev Instance' },
  { type: 'url', instanceEnvType: 'PRIVATE', label: () => 'Remote URL' },
] as const;

/** Short labels of the types. */
export const instanceEnvLabels: Readonly<Record<InstanceEnvType, string>> = {
  SI: 'Managed',
  PRIVATE: 'Remote',
  LOCAL: 'Local',
};

/** A loop, because the regular expression `/\/+$/` takes quadratic time. */
function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
}

/** Whether two URLs are equal, ignoring trailing slashes. */
export const isSameUrl = (a: string, b: string) => withoutTrailingSlashes(a) === withoutTrailingSlashes(b);

/** The workspace type of a URL, for callers that do not give the type. */
export function inferInstanceEnvType(instanceUrl: string | null | undefined, hosted: HostedApp): InstanceEnvType {
  if (!instanceUrl || isSameUrl(instanceUrl, hosted.hostedAppUrl)) return 'SI';
  return isSameUrl(instanceUrl, hosted.localInstanceUrl) ? 'LOCAL' : 'PRIVATE';
}

/** The type and URL of a new workspace, or an error message if its URL is not allowed. */
export function resolveInstance(
  draft: Pick<NewWorkspace, 'instanceEnvType' | 'instanceUrl'>,
  hosted: HostedApp,
): { instanceEnvType: InstanceEnvType; instanceUrl: string } | { error: string } {
  const instanceEnvType = draft.instanceEnvType ?? inferInstanceEnvType(draft.instanceUrl, hosted);
  const defaultUrl = { SI: hosted.hostedAppUrl, LOCAL: hosted.localInstanceUrl, PRIVATE: null }[instanceEnvType];
  const instanceUrl = draft.instanceUrl ?? defaultUrl ?? '';
  const isDefaultUrl =
    defaultUrl !== null &&
    [instanceUrl, `http://${instanceUrl}`, `https://${instanceUrl}`].some((url) => isSameUrl(url, defaultUrl));
  if (isDefaultUrl) return { instanceEnvType, instanceUrl: defaultUrl };
  const error = instanceUrlError(instanceUrl, instanceEnvType, hosted);
  return error ? { error } : { instanceEnvType, instanceUrl };
}

/** An error message if a workspace of this type cannot have this URL, other than the default URL of its type; null if it can. */
export function instanceUrlError(url: string, instanceEnvType: InstanceEnvType, hosted: HostedApp): string | null {
  if (instanceEnvType === 'PRIVATE') return remoteUrlError(url, hosted);
  if (instanceEnvType === 'LOCAL') return localUrlError(url, hosted);
  const label = workspaceTypes.find((choice) => choice.instanceEnvType === instanceEnvType)?.label(hosted);
  return `A "${label}" workspace cannot have a URL of its own`;
}

const envTypeOrder: readonly InstanceEnvType[] = ['SI', 'PRIVATE', 'LOCAL'];

/** Sorts by default, favourites, type and name. Source: specification section 4, "Workspace ordering". */
export function compareWorkspaces(a: Workspace, b: Workspace): number {
  return (
    Number(b.isDefault) - Number(a.isDefault) ||
    Number(b.isFavourite) - Number(a.isFavourite) ||
    envTypeOrder.indexOf(a.instanceEnvType) - envTypeOrder.indexOf(b.instanceEnvType) ||
    a.displayName.localeCompare(b.displayName)
  );
}

/**
 * The workspace the user lands in after logging in: their default, or else the oldest `SI` workspace that they own.
 * Source: specification section 4, "Default workspace".
 */
export function defaultWorkspaceOf(workspaces: readonly Workspace[]): Workspace | undefined {
  return (
    workspaces.find((workspace) => workspace.isDefault) ??
    workspaces
      .filter((workspace) => workspace.role === 'OWNER' && workspace.instanceEnvType === 'SI')
      .sort((a, b) => a.createdAt.localeCompare(b.createdAt))[0]
  );
}
