import {
  displayNameError,
  localUrlError,
  NewWorkspace,
  remoteUrlError,
  validationMessages,
  WorkspaceEdit,
  workspaceTypes,
  type ExpectedWorkspace,
  type HostedApp,
  type Workspace,
} from '@portal/contract';
import { toRequestError } from '../../../api/http/request-error.ts';
import { formSchema } from '../../../components/form/form-schema.ts';
import { toSingleLineOrNull } from '../../../components/form/text-rules.ts';
import type { BaseValues } from '../../../components/form/use-edit-form.ts';

export type WorkspaceType = (typeof workspaceTypes)[number]['type'];

type EditableField = keyof ExpectedWorkspace;

export interface WorkspaceValues extends Record<EditableField, string> {
  type: WorkspaceType;
}

/** The values that a form passes to its schema. An empty field is null. */
type SubmittedValues = Pick<WorkspaceValues, 'type'> & Record<EditableField, string | null>;

export const newWorkspaceValues: WorkspaceValues = { displayName: '', type: 'saas', instanceUrl: '', description: '' };

const envTypeFor = (type: WorkspaceType) => workspaceTypes.find((choice) => choice.type === type)?.instanceEnvType;

export const workspaceValuesOf = (workspace: Workspace): WorkspaceValues => ({
  displayName: workspace.displayName,
  type: workspaceTypes.find((choice) => choice.instanceEnvType === workspace.instanceEnvType)?.type ?? 'url',
  instanceUrl: workspace.instanceUrl,
  description: workspace.description ?? '',
});

/** Whether the owner chooses the URL. For a local instance that is its port, when the workspace is new. */
export const hasOwnUrl = ({ type }: Pick<WorkspaceValues, 'type'>, { isNew }: { readonly isNew: boolean }) =>
  type === 'url' || (isNew && type === 'local');

/** The labels of the editable fields, in the order of the form. */
export const fieldLabels: Readonly<Record<EditableField, string>> = {
  displayName: 'Display Name',
  instanceUrl: 'URL',
  description: 'Description',
};

export const editableFields = Object.keys(fieldLabels) as EditableField[];

/** The fields of the form, which can show errors. */
export const fieldsShownFor = (values: Pick<WorkspaceValues, 'type'>, form: { readonly isNew: boolean }) =>
  editableFields.filter((field) => field !== 'instanceUrl' || hasOwnUrl(values, form));

export type ConflictingValues = Partial<Pick<WorkspaceValues, EditableField>>;

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

/** Adds a scheme to a URL without one: `https://`, and `http://` on the own machine. Source: specification section 5, "Shared form rules". */
export function withScheme(url: string, type: WorkspaceType = 'url'): string {
  const trimmed = type === 'local' ? url.trim().replace(/^(\d+)$/, 'localhost:$1') : url.trim();
  return trimmed === '' || /^[a-z][a-z\d+.-]*:/i.test(trimmed.replace(/^[^/]*:\d+/, '')) || trimmed.includes('://')
    ? trimmed
    : `${type === 'local' ? 'http' : 'https'}://${trimmed}`;
}

/** A new local instance without a URL has the default port. */
function urlIssues(values: SubmittedValues, hosted: HostedApp, form: { readonly isNew: boolean }) {
  if (!hasOwnUrl(values, form)) return [];
  const url = withScheme(values.instanceUrl ?? '', values.type);
  if (values.type === 'local' && url === '') return [];
  const message = values.type === 'local' ? localUrlError(url, hosted) : remoteUrlError(url, hosted);
  return message === null ? [] : [{ path: ['instanceUrl'], message }];
}

function nameIssues({ displayName }: SubmittedValues, workspace: Workspace) {
  const message = displayNameError(displayName ?? '', workspace.displayName);
  return message === undefined ? [] : [{ path: ['displayName'], message }];
}

/** The values of some fields, as the API stores them. */
function storedValues(
  values: SubmittedValues,
  fields: readonly EditableField[],
): Partial<Record<EditableField, string | null>> {
  const stored: Record<EditableField, string | null> = {
    displayName: values.displayName,
    instanceUrl: withScheme(values.instanceUrl ?? '', values.type),
    description: toSingleLineOrNull(values.description),
  };
  return Object.fromEntries(fields.map((field) => [field, stored[field]]));
}

/** The schema of the contract, with the rules for the URL that depend on the deployment. */
export const newWorkspaceSchema = (hosted: HostedApp) =>
  formSchema(NewWorkspace, {
    toBody: (values: SubmittedValues) => ({
      ...storedValues(values, fieldsShownFor(values, { isNew: true })),
      instanceEnvType: envTypeFor(values.type) ?? validationMessages.required,
    }),
    extraIssues: (values) => urlIssues(values, hosted, { isNew: true }),
  });

/** The schema for an existing workspace. Its type cannot change, and neither can a URL that the type determines. */
export function workspaceEditSchema(workspace: Workspace, hosted: HostedApp) {
  const changedFields = (values: SubmittedValues) =>
    fieldsShownFor(values, { isNew: false }).filter((field) => values[field] !== workspace[field]);
  return formSchema(WorkspaceEdit, {
    // Unchanged fields are not sent, so that they do not overwrite changes of other users.
    toBody: (values: SubmittedValues) => storedValues(values, changedFields(values)),
    extraIssues: (values) => [
      ...nameIssues(values, workspace),
      ...(changedFields(values).includes('instanceUrl') ? urlIssues(values, hosted, { isNew: false }) : []),
    ],
  });
}
