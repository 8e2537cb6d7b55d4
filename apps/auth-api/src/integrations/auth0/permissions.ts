/** The permissions at Auth0's Management API that the API uses, each with what does not work without it. */
export const managementPermissions = {
  'read:users':
    'Users cannot refresh their email or change their password on the page Login and security, which does not say whether a second factor is set up',
  'update:users': 'Users cannot get another verification email',
  'delete:users': 'The account of a deleted user stays at Auth0, and the deletion is retried',
  'create:guardian_enrollment_tickets': 'Users cannot turn on a second factor on the page Login and security',
} as const;

export type ManagementPermission = keyof typeof managementPermissions;

/** Names a missing permission, and what does not work without it. */
export const describeMissing = (permission: ManagementPermission): string =>
  `Missing at Auth0: ${permission}. ${managementPermissions[permission]}.`;

/** The permissions that a token lacks. A token endpoint that does not name the scope granted what the client may have. */
export function missingPermissionsOf(scope: string | undefined): ManagementPermission[] {
  if (scope === undefined) return [];
  const granted = scope.split(' ');
  const used = Object.keys(managementPermissions) as ManagementPermission[];
  return used.filter((permission) => !granted.includes(permission));
}
