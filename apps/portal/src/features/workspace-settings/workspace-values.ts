import {
  NewWorkspace,
  WorkspaceEdit,
  messages,
  type ExpectedWorkspace,
  remoteUrlProblem,
  renameProblem,
  workspaceTypes,
  type HostedApp,
  type Workspace,
} from '@portal/contract';
import { formSchema } from '../../forms/form-schema.ts';
import { oneLineOrNull } from '../../forms/one-line.ts';
import type { Read } from '../../forms/use-saved-form.ts';
import { asFailure } from '../../http/failure.ts';

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

const editableFields = ['displayName', 'instanceUrl', 'description'] as const;

/** What each field that can be edited is called in the form. */
export const fieldLabels = [
  ['displayName', 'Display Name'],
  ['instanceUrl', 'URL'],
  ['description', 'Description'],
] as const satisfies readonly (readonly [(typeof editableFields)[number], string])[];

export type TheirValues = Partial<Pick<WorkspaceValues, (typeof editableFields)[number]>>;

/** What the user last saw saved, for the API to compare: an edit made elsewhere is not overwritten unseen. */
export function expectedOf(read: Read<WorkspaceValues>): ExpectedWorkspace {
  const known = editableFields.filter((field) => read.has(field));
  return Object.fromEntries(known.map((field) => [field, read.get(field)]));
}

/** The field values that another user saved meanwhile, if a save failed because of them. */
export function changedMeanwhile(error: Parameters<typeof asFailure>[0]): TheirValues | undefined {
  const failure = asFailure(error);
  if (failure?.type !== 'WorkspaceChanged') return undefined;
  const theirs: TheirValues = {};
  for (const { field, value } of failure.details?.changed ?? []) {
    const known = editableFields.find((one) => one === field);
    if (known) theirs[known] = value ?? '';
  }
  return theirs;
}

/** An address without a scheme means https. Source: specification section 5, "Shared form rules". */
export function withScheme(url: string): string {
  const trimmed = url.trim();
  return trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed.replace(/^[^/]*:\d+/, '')) || trimmed.includes('://')
    ? trimmed
    : `https://${trimmed}`;
}

function urlIssues(values: Given, hosted: HostedApp) {
  if (!hasOwnUrl(values)) return [];
  const problem = remoteUrlProblem(withScheme(values.instanceUrl ?? ''), hosted);
  return problem ? [{ path: ['instanceUrl'], message: problem }] : [];
}

function nameIssues({ displayName }: Given, before: Workspace) {
  const problem = renameProblem(displayName ?? '', before.displayName);
  return problem ? [{ path: ['displayName'], message: problem }] : [];
}

/** The schema of the contract, and for the address what only the deployment can tell. */
export const newWorkspaceSchema = (hosted: HostedApp) =>
  formSchema(NewWorkspace, {
    bodyOf: (given: Given) => ({
      displayName: given.displayName,
      description: oneLineOrNull(given.description),
      instanceEnvType: envTypeFor(given.type) ?? messages.required,
      ...(hasOwnUrl(given) && { instanceUrl: withScheme(given.instanceUrl ?? '') }),
    }),
    issuesOf: (given) => urlIssues(given, hosted),
  });

/** The same for a workspace that exists: its type stays, and so does an address that came with the type. */
export function workspaceEditSchema(workspace: Workspace, hosted: HostedApp) {
  const isMoved = (given: Given) => hasOwnUrl(given) && given.instanceUrl !== workspace.instanceUrl;
  return formSchema(WorkspaceEdit, {
    // What is unchanged isn't sent, so that it does not undo what somebody else saved meanwhile.
    bodyOf: (given: Given) => ({
      ...(given.displayName !== workspace.displayName && { displayName: given.displayName }),
      ...(given.description !== workspace.description && { description: oneLineOrNull(given.description) }),
      ...(isMoved(given) && { instanceUrl: withScheme(given.instanceUrl ?? '') }),
    }),
    issuesOf: (given) => [...nameIssues(given, workspace), ...(isMoved(given) ? urlIssues(given, hosted) : [])],
  });
}
