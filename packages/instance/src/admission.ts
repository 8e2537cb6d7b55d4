import { booleanOf, fieldsOf, integerOf, listOf, nullableTextOf, oneOf, textOf, type Fields } from './shapes.ts';

const roles = ['OWNER', 'APPROVER', 'EDITOR'] as const;
const instanceEnvTypes = ['SI', 'PRIVATE', 'LOCAL'] as const;

/** The role of a user or a service account in a workspace. */
export type Role = (typeof roles)[number];

/** A user, as the account portal shows it to an instance. */
export interface InstanceUser {
  readonly id: string;
  readonly nickname: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly pictureUrl: string | null;
}

/** A workspace, as the account portal shows it to an instance. */
export interface InstanceWorkspace {
  readonly id: string;
  readonly displayName: string;
  readonly creatorUserId: string;
  readonly instanceUrl: string;
  /** Hosted (`SI`), at a remote URL (`PRIVATE`), or on the machine of a developer (`LOCAL`). */
  readonly instanceEnvType: (typeof instanceEnvTypes)[number];
  /** Whether changes in the workspace need the approval of an approver or the owner. */
  readonly approvalsEnabled: boolean;
}

/** Who is in which workspace, as of a revision of the workspace. */
export interface Admission {
  readonly user: InstanceUser;
  readonly workspace: InstanceWorkspace;
  readonly role: Role;
  /** The session at the portal that entered the instance. */
  readonly sessionId: string;
  /** Grows with each change of the workspace and its members. */
  readonly revision: number;
}

/** The whole state of a workspace, of a workspace event. */
export interface WorkspaceState {
  readonly revision: number;
  readonly displayName: string;
  readonly approvalsEnabled: boolean;
  /** The role of each member, by the id of the user. */
  readonly roles: ReadonlyMap<string, Role>;
}

/** Reads the answer of `complete-auth-connect` or `auth-reconnect`. */
export function toAdmission(body: unknown): Admission {
  const fields = fieldsOf(body, 'The answer');
  return {
    user: toUser(fieldsOf(fields['user'], 'user')),
    workspace: toWorkspace(fieldsOf(fields['workspace'], 'workspace')),
    role: oneOf(fields, 'role', roles),
    sessionId: textOf(fields, 'sessionId'),
    revision: integerOf(fields, 'revision'),
  };
}

const toUser = (fields: Fields): InstanceUser => ({
  id: textOf(fields, 'id'),
  nickname: textOf(fields, 'nickname'),
  email: textOf(fields, 'email'),
  firstName: nullableTextOf(fields, 'firstName'),
  lastName: nullableTextOf(fields, 'lastName'),
  pictureUrl: nullableTextOf(fields, 'pictureUrl'),
});

const toWorkspace = (fields: Fields): InstanceWorkspace => ({
  id: textOf(fields, 'id'),
  displayName: textOf(fields, 'displayName'),
  creatorUserId: textOf(fields, 'creatorUserId'),
  instanceUrl: textOf(fields, 'instanceUrl'),
  instanceEnvType: oneOf(fields, 'instanceEnvType', instanceEnvTypes),
  approvalsEnabled: booleanOf(fields, 'approvalsEnabled'),
});

/** Reads the claim of a workspace event. */
export function toWorkspaceState(claim: unknown): WorkspaceState {
  const fields = fieldsOf(claim, 'The event');
  const members = listOf(fields, 'members').map((member) => fieldsOf(member, 'members'));
  return {
    revision: integerOf(fields, 'revision'),
    displayName: textOf(fields, 'displayName'),
    approvalsEnabled: booleanOf(fields, 'approvalsEnabled'),
    roles: new Map(members.map((member) => [textOf(member, 'userId'), toRole(member)])),
  };
}

/** Reads the field `role`. */
export const toRole = (fields: Fields): Role => oneOf(fields, 'role', roles);
