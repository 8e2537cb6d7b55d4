import type { AssignableRole, BillingDetailsEdit, NewWorkspace, WorkspaceEdit } from '@portal/contract';

// The customer of `npm start -- --demo`. All names are made up; the domain `fernhill.example` can never exist (RFC 2606).

export const password = 'Correct-horse-1';

/** Who logs in. Maya owns the account of the company. */
export const users = {
  maya: { email: 'maya@fernhill.example', firstName: 'Maya', lastName: 'Lindholm', nickname: 'Maya' },
  tomas: { email: 'tomas@fernhill.example', firstName: 'Tomás', lastName: 'Ferreira', nickname: 'Tomás' },
  aiko: { email: 'aiko@fernhill.example', firstName: 'Aiko', lastName: 'Tanaka', nickname: 'Aiko' },
  jonas: { email: 'jonas@fernhill.example', firstName: 'Jonas', lastName: 'Weber', nickname: 'Jonas' },
  priya: { email: 'priya@fernhill.example', firstName: 'Priya', lastName: 'Raman', nickname: 'Priya' },
  samuel: { email: 'samuel@fernhill.example', firstName: 'Samuel', lastName: 'Osei', nickname: 'Sam' },
  chloe: { email: 'chloe@fernhill.example', firstName: 'Chloé', lastName: 'Martin', nickname: 'Chloé' },
  noah: { email: 'noah@fernhill.example', firstName: 'Noah', lastName: 'Kim', nickname: 'Noah' },
  /** An account that the Auth0 emulator always has. */
  staff: { email: 'staff@systeminit.com', firstName: 'Stacy', lastName: 'Staff', nickname: 'Stacy' },
} as const;

export type DemoUser = keyof typeof users;

/** The user whose list of workspaces shows the first steps. */
export const newcomer: DemoUser = 'noah';

export interface Workspace extends NewWorkspace {
  readonly owner: DemoUser;
}

/** The first one is the workspace that Maya's account starts with; it gets this name and description. */
export const workspaces: readonly Workspace[] = [
  {
    owner: 'maya',
    displayName: 'Production',
    description: 'Everything that customers use',
    isFavourite: true,
    approvalsEnabled: true,
  },
  {
    owner: 'maya',
    displayName: 'Staging',
    description: 'Every release runs here for a day',
    instanceEnvType: 'SI',
    isFavourite: true,
  },
  { owner: 'maya', displayName: 'Integration tests', description: 'Rebuilt every night', instanceEnvType: 'SI' },
  { owner: 'maya', displayName: 'Load tests', instanceEnvType: 'SI' },
  {
    owner: 'maya',
    displayName: 'Old website',
    description: 'Read only since the move',
    instanceEnvType: 'SI',
    isHidden: true,
  },
  { owner: 'tomas', displayName: 'Payments', description: 'Card terminals and refunds', instanceEnvType: 'SI' },
  { owner: 'aiko', displayName: 'Data platform', description: 'Reports and forecasts', instanceEnvType: 'SI' },
  {
    owner: 'maya',
    displayName: 'Warehouse North',
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://north.fernhill.example',
    isFavourite: true,
  },
  {
    owner: 'maya',
    displayName: 'Warehouse South',
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://south.fernhill.example',
  },
  {
    owner: 'maya',
    displayName: 'Disaster recovery',
    description: 'Rehearsed each quarter',
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://recovery.fernhill.example',
  },
  { owner: 'maya', displayName: 'Laptop', instanceEnvType: 'LOCAL' },
  { owner: 'maya', displayName: 'Training', description: 'For new colleagues', instanceEnvType: 'LOCAL' },
];

export interface Membership {
  readonly workspace: string;
  readonly by: DemoUser;
  readonly to: DemoUser;
  readonly role: AssignableRole;
}

/** Invitations that are accepted. */
export const memberships: readonly Membership[] = [
  { workspace: 'Production', by: 'maya', to: 'tomas', role: 'APPROVER' },
  { workspace: 'Production', by: 'maya', to: 'aiko', role: 'APPROVER' },
  { workspace: 'Production', by: 'maya', to: 'jonas', role: 'EDITOR' },
  { workspace: 'Production', by: 'maya', to: 'priya', role: 'EDITOR' },
  { workspace: 'Production', by: 'tomas', to: 'samuel', role: 'EDITOR' },
  { workspace: 'Production', by: 'tomas', to: 'chloe', role: 'EDITOR' },
  { workspace: 'Production', by: 'aiko', to: 'noah', role: 'EDITOR' },
  { workspace: 'Staging', by: 'maya', to: 'tomas', role: 'APPROVER' },
  { workspace: 'Staging', by: 'maya', to: 'jonas', role: 'EDITOR' },
  { workspace: 'Warehouse North', by: 'maya', to: 'priya', role: 'APPROVER' },
  { workspace: 'Payments', by: 'tomas', to: 'maya', role: 'APPROVER' },
  { workspace: 'Data platform', by: 'aiko', to: 'maya', role: 'EDITOR' },
];

/** Invitations that wait for a reply. */
export const openInvitations: readonly (Omit<Membership, 'to'> & { readonly email: string })[] = [
  { workspace: 'Production', by: 'maya', email: 'lena@fernhill.example', role: 'EDITOR' },
  { workspace: 'Production', by: 'tomas', email: 'audit@bramble.example', role: 'APPROVER' },
  { workspace: 'Staging', by: 'maya', email: 'omar@fernhill.example', role: 'EDITOR' },
];

export const roleChanges: readonly Membership[] = [
  { workspace: 'Production', by: 'maya', to: 'jonas', role: 'APPROVER' },
];

export interface Token {
  readonly workspace: string;
  readonly by: DemoUser;
  readonly name: string;
  readonly expiration: string;
  readonly use?: 'used' | 'revoked';
}

export const tokens: readonly Token[] = [
  { workspace: 'Production', by: 'jonas', name: 'Old laptop', expiration: '90d', use: 'revoked' },
  { workspace: 'Production', by: 'tomas', name: 'Status page', expiration: '90d', use: 'used' },
  { workspace: 'Production', by: 'maya', name: 'Nightly backup', expiration: '1y', use: 'used' },
  { workspace: 'Production', by: 'maya', name: 'Deploy from CI', expiration: '180d', use: 'used' },
  { workspace: 'Production', by: 'maya', name: 'Database move', expiration: '24h' },
];

export interface ServiceAccount {
  readonly workspace: string;
  readonly by: DemoUser;
  readonly name: string;
  readonly description: string;
  readonly role: AssignableRole;
  readonly token: { readonly name: string; readonly expiration: string; readonly scopes: readonly string[] };
  /** What it changes in the workspace by its token. */
  readonly change: WorkspaceEdit;
}

export const serviceAccounts: readonly ServiceAccount[] = [
  {
    workspace: 'Staging',
    by: 'maya',
    name: 'Release pipeline',
    description: 'Announces the release that runs here',
    role: 'EDITOR',
    token: { name: 'GitHub Actions', expiration: '90d', scopes: ['workspace:read', 'workspace:write'] },
    change: { description: 'Release 42 runs here until tomorrow' },
  },
];

export const billing: { details: BillingDetailsEdit; card: Record<string, string>; paidMonths: number } = {
  details: {
    firstName: 'Maya',
    lastName: 'Lindholm',
    companyInformation: { legalName: 'Fernhill Logistics Ltd', phoneNumber: '+44 20 7946 0123' },
    billingInformation: { addressLine1: '12 Fernhill Road', zipCode: 'BS1 4ZZ', city: 'Bristol', country: 'GB' },
  },
  card: { number: '4242 4242 4242 4242', expiry: '08 / 31', cvc: '123' },
  paidMonths: 3,
};

/** Staff quarantine this workspace, and release it. */
export const quarantine = { workspace: 'Training', reason: 'Sends unusually many requests' };
