import { roleLabels, WorkspaceRole, type WorkspaceAuditEntry } from '@portal/contract';

type Details = WorkspaceAuditEntry['details'];

/** A text that a line of the audit log keeps; null where it keeps none. */
export function textIn(details: Details, name: string): string | null {
  const value = details?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'to' in value;

/** What something was before and is now, where a line of the audit log says that it changed. */
export function changeIn(details: Details, name: string): { from: unknown; to: unknown } | undefined {
  const value = details?.[name];
  return isChange(value) ? value : undefined;
}

/** The new text of something that changed; null where it did not change to one. */
export function newTextIn(details: Details, name: string): string | null {
  return textIn({ [name]: changeIn(details, name)?.to }, name);
}

/** The text that something had before it changed; null where it had none. */
export function oldTextIn(details: Details, name: string): string | null {
  return textIn({ [name]: changeIn(details, name)?.from }, name);
}

/** What people call a role that the log names. */
export function roleIn(value: unknown): string {
  const role = WorkspaceRole.safeParse(value);
  return role.success ? roleLabels[role.data] : 'another role';
}

/** The token that an act was about. */
export function tokenIn(details: Details): string {
  const name = textIn(details, 'name');
  return name === null ? 'an API token' : `the API token “${name}”`;
}

/** Whether a token was created, or its secret was shown to its creator again. */
export const creationIn = (details: Details) =>
  details?.['replayed'] === true ? 'was shown the secret again of' : 'generated';

/** `quarantineWorkspace` as words, for acts that there is no sentence for. */
export const actInWords = (action: string) => action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
