import {
  NewWorkspace,
  WorkspaceEdit,
  messages,
  remoteUrlProblem,
  renameProblem,
  workspaceTypes,
  type HostedApp,
  type Workspace,
} from '@portal/contract';
import { oneLineOrNull } from '../../forms/one-line.ts';

export type WorkspaceType = (typeof workspaceTypes)[number]['type'];

export interface WorkspaceValues {
  displayName: string;
  type: WorkspaceType;
  instanceUrl: string;
  description: string;
}

/** As a form hands its values to its schema: an empty box is null. */
type Given = Pick<WorkspaceValues, 'type'> & Record<Exclude<keyof WorkspaceValues, 'type'>, string | null>;

export const newWorkspaceValues: WorkspaceValues = { displayName: '', type: 'saas', instanceUrl: '', description: '' };

const envTypeFor = (type: WorkspaceType) => workspaceTypes.find((choice) => choice.type === type)?.instanceEnvType;

export const workspaceValuesOf = (workspace: Workspace): WorkspaceValues => ({
  displayName: workspace.displayName,
  type: workspaceTypes.find((choice) => choice.instanceEnvType === workspace.instanceEnvType)?.type ?? 'url',
  instanceUrl: workspace.instanceUrl,
  description: workspace.description ?? '',
});

/** Whether the address is the workspace's own, and not one that its type brings along. */
export const hasOwnUrl = (values: Pick<WorkspaceValues, 'type'>) => values.type === 'url';

/** The fields that can show what the API found wrong with them. */
export const fieldsShownFor = (values: Pick<WorkspaceValues, 'type'>) =>
  hasOwnUrl(values)
    ? (['displayName', 'instanceUrl', 'description'] as const)
    : (['displayName', 'description'] as const);

/** An address without a scheme means https. Source: specification section 5, "Shared form rules". */
export function withScheme(url: string): string {
  const trimmed = url.trim();
  return trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed.replace(/^[^/]*:\d+/, '')) || trimmed.includes('://')
    ? trimmed
    : `https://${trimmed}`;
}

type Parsed<Output> =
  | { success: true; data: Output }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string; code?: string }[] } };

function urlIssues(values: Given, hosted: HostedApp) {
  if (!hasOwnUrl(values)) return [];
  const problem = remoteUrlProblem(withScheme(values.instanceUrl ?? ''), hosted);
  return problem ? [{ path: ['instanceUrl'], message: problem }] : [];
}

function nameIssues({ displayName }: Given, before: Workspace) {
  const problem = renameProblem(displayName ?? '', before.displayName);
  return problem ? [{ path: ['displayName'], message: problem }] : [];
}

function checked<Output>(result: Parsed<Output>, issues: { path: PropertyKey[]; message: string }[]): Parsed<Output> {
  if (issues.length === 0) return result;
  return { success: false, error: { issues: [...(result.success ? [] : result.error.issues), ...issues] } };
}

/** The schema of the contract, and of the address what only the deployment can tell. */
export function newWorkspaceSchema(hosted: HostedApp) {
  return {
    safeParse: (given: unknown): Parsed<NewWorkspace> => {
      const values = given as Given;
      const body = {
        displayName: values.displayName,
        description: oneLineOrNull(values.description),
        instanceEnvType: envTypeFor(values.type) ?? messages.required,
        ...(hasOwnUrl(values) && { instanceUrl: withScheme(values.instanceUrl ?? '') }),
      };
      return checked(NewWorkspace.safeParse(body), urlIssues(values, hosted));
    },
  };
}

/** The same for a workspace that exists: its type stays, and so does an address that came with the type. */
export function workspaceEditSchema(workspace: Workspace, hosted: HostedApp) {
  return {
    safeParse: (given: unknown): Parsed<WorkspaceEdit> => {
      const values = given as Given;
      const moved = hasOwnUrl(values) && values.instanceUrl !== workspace.instanceUrl;
      const renamed = values.displayName !== workspace.displayName;
      const body = {
        // What is left as it is isn't sent, so that nothing is undone that somebody else wrote meanwhile.
        ...(renamed && { displayName: values.displayName }),
        ...(values.description !== workspace.description && { description: oneLineOrNull(values.description) }),
        ...(moved && { instanceUrl: withScheme(values.instanceUrl ?? '') }),
      };
      const issues = [...nameIssues(values, workspace), ...(moved ? urlIssues(values, hosted) : [])];
      return checked(WorkspaceEdit.safeParse(body), issues);
    },
  };
}
