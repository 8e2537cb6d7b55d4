import {
  displayNameError,
  NewWorkspace,
  remoteUrlError,
  validationMessages,
  WorkspaceEdit,
  workspaceTypes,
  type ExpectedWorkspace,
  type HostedApp,
  type Workspace,
} from '@portal/contract';
import { toRequestError } from '../../api/request-error.ts';
import { formSchema } from '../../components/form/form-schema.ts';
import { toSingleLineOrNull } from '../../components/form/text-rules.ts';
import type { BaseValues } from '../../components/form/use-edit-form.ts';

export type WorkspaceType = (typeof workspaceTypes)[number]['type'];

export interface WorkspaceValues {
  displayName: string;
  type: WorkspaceType;
  instanceUrl: string;
  description: string;
}

/** The values that a form passes to its schema. An empty field is null. */
type SubmittedValues = Pick<WorkspaceValues, 'type'> & Record<Exclude<keyof WorkspaceValues, 'type'>, string | null>;

export const newWorkspaceValues: WorkspaceValues = { displayName: '', type: 'saas', instanceUrl: '', description: '' };

const envTypeFor = (type: WorkspaceType) => workspaceTypes.find((choice) => choice.type === type)?.instanceEnvType;

export const workspaceValuesOf = (workspace: Workspace): WorkspaceValues => ({
  displayName: workspace.displayName,
  type: workspaceTypes.find((choice) => choice.instanceEnvType === workspace.instanceEnvType)?.type ?? 'url',
  instanceUrl: workspace.instanceUrl,
  description: workspace.description ?? '',
});

/** Whether the workspace has its own URL. For the other types, the type determines the URL. */
export const hasOwnUrl = (values: Pick<WorkspaceValues, 'type'>) => values.type === 'url';

/** The fields of the form, which can show errors. */
export const fieldsShownFor = (values: Pick<WorkspaceValues, 'type'>) =>
  hasOwnUrl(values)
    ? (['displayName', 'instanceUrl', 'description'] as const)
    : (['displayName', 'description'] as const);

const editableFields = ['displayName', 'instanceUrl', 'description'] as const;

/** The labels of the editable fields. */
export const fieldLabels = [
  ['displayName', 'Display Name'],
  ['instanceUrl', 'URL'],
  ['description', 'Description'],
] as const satisfies readonly (readonly [(typeof editableFields)[number], string])[];

export type ConflictingValues = Partial<Pick<WorkspaceValues, (typeof editableFields)[number]>>;

/** The saved values that the user has seen. The API compares them, so that a save does not overwrite unseen changes. */
export function expectedValues(base: BaseValues<WorkspaceValues>): ExpectedWorkspace {
  const knownFields = editableFields.filter((field) => base.has(field));
  return Object.fromEntries(knownFields.map((field) => [field, base.get(field)]));
}

/** The values that another user saved in the meantime, if the save failed because of them. */
export function conflictingValues(error: Parameters<typeof toRequestError>[0]): ConflictingValues | undefined {
  const requestError = toRequestError(error);
  if (requestError?.type !== 'WorkspaceChanged') return undefined;
  const theirs: ConflictingValues = {};
  for (const { field, value } of requestError.details?.changed ?? []) {
    const name = editableFields.find((editable) => editable === field);
    if (name) theirs[name] = value ?? '';
  }
  return theirs;
}

/** Adds `https://` to a URL without a scheme. Source: specification section 5, "Shared form rules". */
export function withScheme(url: string): string {
  const trimmed = url.trim();
  return trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed.replace(/^[^/]*:\d+/, '')) || trimmed.includes('://')
    ? trimmed
    : `https://${trimmed}`;
}

function urlIssues(values: SubmittedValues, hosted: HostedApp) {
  if (!hasOwnUrl(values)) return [];
  const message = remoteUrlError(withScheme(values.instanceUrl ?? ''), hosted);
  return message === null ? [] : [{ path: ['instanceUrl'], message }];
}

function nameIssues({ displayName }: SubmittedValues, workspace: Workspace) {
  const message = displayNameError(displayName ?? '', workspace.displayName);
  return message === undefined ? [] : [{ path: ['displayName'], message }];
}

/** The schema of the contract, with the rules for the URL that depend on the deployment. */
export const newWorkspaceSchema = (hosted: HostedApp) =>
  formSchema(NewWorkspace, {
    toBody: (values: SubmittedValues) => ({
      displayName: values.displayName,
      description: toSingleLineOrNull(values.description),
      instanceEnvType: envTypeFor(values.type) ?? validationMessages.required,
      ...(hasOwnUrl(values) && { instanceUrl: withScheme(values.instanceUrl ?? '') }),
    }),
    extraIssues: (values) => urlIssues(values, hosted),
  });

/** The schema for an existing workspace. Its type cannot change, and neither can a URL that the type determines. */
export function workspaceEditSchema(workspace: Workspace, hosted: HostedApp) {
  const isUrlChanged = (values: SubmittedValues) => hasOwnUrl(values) && values.instanceUrl !== workspace.instanceUrl;
  return formSchema(WorkspaceEdit, {
    // Unchanged fields are not sent, so that they do not overwrite changes of other users.
    toBody: (values: SubmittedValues) => ({
      ...(values.displayName !== workspace.displayName && { displayName: values.displayName }),
      ...(values.description !== workspace.description && { description: toSingleLineOrNull(values.description) }),
      ...(isUrlChanged(values) && { instanceUrl: withScheme(values.instanceUrl ?? '') }),
    }),
    extraIssues: (values) => [
      ...nameIssues(values, workspace),
      ...(isUrlChanged(values) ? urlIssues(values, hosted) : []),
    ],
  });
}
