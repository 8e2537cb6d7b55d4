import {
  detailText,
  displayEmail,
  roleLabels,
  terminalClientName,
  WorkspaceRole,
  type AuditActor,
  type AuditServiceAccount,
  type WorkspaceAuditEntry,
} from '@portal/contract';

/** Whether a service account did it. */
export const isServiceAccount = (actor: AuditActor): actor is AuditServiceAccount => 'serviceAccountId' in actor;

/** The name of a service account; its id once its workspace is permanently deleted. */
export const serviceAccountName = ({ name, serviceAccountId }: AuditServiceAccount) =>
  `${name ?? serviceAccountId} (service account)`;

/** The actor of what the portal itself did. */
export const portalName = 'The portal';

type Details = WorkspaceAuditEntry['details'];

/** The email address in the details of an audit entry, as people read it, or null if there is none. */
export function detailEmail(details: Details): string | null {
  const email = detailText(details, 'email');
  return email === null ? null : displayEmail(email);
}

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'to' in value;

/** The old and the new value, if the details contain a change. */
export function detailChange(details: Details, name: string): { from: unknown; to: unknown } | undefined {
  const value = details?.[name];
  return isChange(value) ? value : undefined;
}

/** The new text of a change, or null if there is none. */
export function detailNewText(details: Details, name: string): string | null {
  return detailText({ [name]: detailChange(details, name)?.to }, name);
}

/** The old text of a change, or null if there is none. */
export function detailOldText(details: Details, name: string): string | null {
  return detailText({ [name]: detailChange(details, name)?.from }, name);
}

/** The label of a role in the audit log. */
export function describeRole(value: unknown): string {
  const role = WorkspaceRole.safeParse(value);
  return role.success ? roleLabels[role.data] : 'another role';
}

/** What became of the open invitations of a member who may no longer invite; empty if there were none. */
export function describeInvitationsOf(details: Details): string {
  const count = (name: string) => {
    const ids = details?.[name];
    return Array.isArray(ids) ? ids.length : 0;
  };
  const [cancelled, takenOver] = [count('cancelledInvitationIds'), count('takenOverInvitationIds')];
  const named = (number: number) => `${number} open ${number === 1 ? 'invitation' : 'invitations'}`;
  if (cancelled > 0) return `, which cancelled ${named(cancelled)}`;
  return takenOver > 0 ? `, and took over ${named(takenOver)}` : '';
}

/** The token of an action, with its name if it has one. */
export function describeToken(details: Details): string {
  const name = detailText(details, 'name');
  return name === null ? 'an API token' : `the API token “${name}”`;
}

/** The service account of an action. */
export function describeServiceAccount(details: Details): string {
  const name = detailText(details, 'name') ?? detailNewText(details, 'name');
  return name === null ? 'a service account' : `the service account “${name}”`;
}

/** A webhook by the host of its address. */
export function describeWebhook(details: Details): string {
  const host = detailText(details, 'host');
  return host === null ? 'a webhook' : `the webhook to ${host}`;
}

/** The verb for `createWebhook`. */
export const describeWebhookCreation = (details: Details) =>
  details?.['replayed'] === true ? 'retrieved the secret again for' : 'created';

/** Why the portal paused a webhook. */
export const describeFailedWebhook = (details: Details) =>
  details?.['reason'] === 'GONE'
    ? 'because its receiver answered that it no longer exists'
    : 'because its receiver accepted no event for three days';

/** What `updateWebhook` changed. */
export function describeWebhookUpdate(details: Details): string {
  const host = detailChange(details, 'host');
  return host
    ? `moved a webhook from ${String(host.from)} to ${String(host.to)}`
    : `edited ${describeWebhook(details)}`;
}

/** The verb for `createAuthToken`: a replayed request shows the secret again and creates no token. */
export const describeTokenCreation = (details: Details) =>
  details?.['replayed'] === true ? 'retrieved the secret again for' : 'generated';

/** The verb for `rotateAuthToken`. */
export const describeRotation = (details: Details) =>
  details?.['replayed'] === true ? 'retrieved the secret again for' : 'rotated';

/** A change of a service account: its name, its role or its description. */
export function describeServiceAccountUpdate(details: Details): string {
  const before = detailOldText(details, 'name');
  const role = detailChange(details, 'role');
  if (before !== null) return `renamed the service account “${before}” to “${detailNewText(details, 'name') ?? ''}”`;
  return role
    ? `changed the role of ${describeServiceAccount(details)} to ${describeRole(role.to)}`
    : `edited ${describeServiceAccount(details)}`;
}

/** The items of a list of texts in the details; empty if there is none. */
function detailTexts(details: Details, name: string): string[] {
  const values: unknown = details?.[name];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}

/** The client of a terminal login, with the name of its machine as the client claimed it. */
export function describeTerminal(details: Details): string {
  const clientId = detailText(details, 'clientId');
  const client = (clientId === null ? null : terminalClientName(clientId)) ?? 'a terminal';
  const host = detailText(details, 'host');
  return host === null ? client : `${client} on “${host}”`;
}

/** What a terminal can do for a user: "in all workspaces (members:read)". */
export function describeTerminalGrant(details: Details): string {
  const scopes = detailTexts(details, 'scopes');
  const count = detailTexts(details, 'workspaceIds').length;
  const where = count === 0 ? 'all workspaces' : count === 1 ? '1 workspace' : `${count} workspaces`;
  return `in ${where} (${scopes.length === 0 ? 'no scopes' : scopes.join(', ')})`;
}

/** `quarantineWorkspace` becomes `quarantine workspace`, for actions without a description. */
export const humanizeAction = (action: string) => action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
