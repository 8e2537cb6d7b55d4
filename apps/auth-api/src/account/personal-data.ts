import type { Prisma } from '../generated/prisma/client.ts';

type Model = Prisma.ModelName;
type Field<M extends Model> = keyof Prisma.TypeMap['model'][M]['payload']['scalars'];

/** `true` if a user's export contains the column; otherwise the reason why not. */
type Decision = true | string;

const secret = 'A hash of a secret. It proves access and says nothing about the user.';
const otherUser = 'Identifies another user.';
const mechanics = 'Keeps copies and retries consistent. It says nothing about the user.';
const ownId = 'The id of the exported user.';

/**
 * Decides for each column of the database whether a user's export contains it. A new column is a type error until it has a
 * decision. For the rows that the export selects, see export-account.ts.
 */
export const exportedColumns = {
  User: {
    id: true,
    auth0Id: true,
    email: true,
    emailVerified: true,
    firstName: true,
    lastName: true,
    nickname: true,
    pictureUrl: true,
    providerPictureUrl: true,
    githubUsername: true,
    discordUsername: true,
    tosVersionId: true,
    reviewedProfileAt: true,
    quarantinedAt: true,
    quarantinedUntil: true,
    quarantineReason: true,
    quarantinedById: otherUser,
    suspendedAt: true,
    suspendedUntil: true,
    suspensionReason: true,
    suspendedById: otherUser,
    signedUpAt: true,
    lastLoginAt: true,
    createdAt: true,
  },
  Session: {
    idHash: secret,
    id: true,
    userId: ownId,
    createdAt: true,
    lastSeenAt: true,
    expiresAt: true,
    loggedInAt: true,
    isStaff: true,
    ip: true,
    userAgent: true,
  },
  LoginAttempt: {
    stateHash: secret,
    browserHash: secret,
    nonce: secret,
    codeVerifier: secret,
    reauthenticatedSince: mechanics,
    userId: ownId,
    expiresAt: mechanics,
  },
  TosAgreement: { userId: ownId, versionId: true, agreedAt: true, ip: true },
  Workspace: {
    id: true,
    displayName: true,
    description: true,
    instanceUrl: true,
    instanceEnvType: true,
    approvalsEnabled: true,
    creatorUserId: ownId,
    quarantinedAt: true,
    quarantineReason: true,
    quarantinedById: otherUser,
    deletedAt: true,
    createdAt: true,
  },
  Membership: {
    workspaceId: true,
    userId: ownId,
    role: true,
    isDefault: true,
    isFavourite: true,
    isHidden: true,
    createdAt: true,
  },
  OwnershipOffer: {
    id: true,
    workspaceId: true,
    fromUserId: true,
    toUserId: true,
    createdAt: true,
    expiresAt: true,
    closedAt: true,
    outcome: true,
  },
  OwnershipReassignment: {
    id: true,
    workspaceId: true,
    fromUserId: true,
    toUserId: true,
    requestedById: otherUser,
    reason: true,
    createdAt: true,
    objectionHash: secret,
    notifiedAt: true,
    effectiveAt: true,
    closedAt: true,
    outcome: true,
  },
  AuthToken: {
    id: true,
    workspaceId: true,
    creatorUserId: ownId,
    name: true,
    createdAt: true,
    expiresAt: true,
    revokedAt: true,
    lastUsedAt: true,
    expiryEmailDays: mechanics,
  },
  ConnectCode: {
    codeHash: secret,
    stateHash: secret,
    workspaceId: 'Of a login at an instance in the last minute, which the audit log and the instance tokens show.',
    userId: ownId,
    sessionId: mechanics,
    expiresAt: mechanics,
  },
  InstanceToken: {
    id: true,
    workspaceId: true,
    userId: ownId,
    sessionId: true,
    createdAt: true,
    expiresAt: true,
    revokedAt: true,
  },
  IdempotencyKey: {
    userId: ownId,
    call: mechanics,
    requestUlid: mechanics,
    payloadHash: mechanics,
    response: 'A copy of a response of the last 24 hours, which the user received.',
    createdAt: mechanics,
  },
  InvitationEmail: { id: true, mailboxHash: secret, createdAt: true, sentAt: true },
  SuppressedAddress: { addressHash: secret, createdAt: true },
  AccountEmail: {
    id: true,
    userId: ownId,
    kind: true,
    recipient: true,
    details: true,
    createdAt: true,
  },
  MutedEmail: { userId: ownId, kind: true, createdAt: true },
  KnownDevice: { userId: ownId, deviceHash: secret, firstSeenAt: true, lastSeenAt: true },
  RateLimit: { key: mechanics, points: mechanics, expire: mechanics },
  AuditEntry: {
    id: true,
    occurredAt: true,
    action: true,
    actorUserId: ownId,
    credential: true,
    workspaceId: true,
    subjectUserId: true,
    details: true,
    ip: true,
    userAgent: true,
    requestId: true,
  },
  BillingAccount: {
    userId: ownId,
    customerId: true,
    generation: mechanics,
    email: true,
    firstName: true,
    lastName: true,
    legalName: true,
    legalNumber: true,
    taxNumber: true,
    taxNumberState: true,
    phoneNumber: true,
    addressLine1: true,
    addressLine2: true,
    zipCode: true,
    city: true,
    state: true,
    country: true,
    hasPaymentMethod: true,
    subscriptionId: true,
    subscriptionStatus: true,
    planCode: true,
    currency: true,
    endingAt: true,
    periodTotal: true,
    checkoutId: mechanics,
    resumedWith: mechanics,
    readsStarted: mechanics,
    readStored: mechanics,
    mirroredAt: mechanics,
    saveLockedUntil: mechanics,
    createdAt: true,
  },
  StripeEvent: {
    id: true,
    type: true,
    customerId: true,
    payload: true,
    receivedAt: true,
    appliedAt: mechanics,
  },
} as const satisfies { [M in Model]: Record<Field<M>, Decision> };

type ExportedField<M extends Model> = {
  [F in keyof (typeof exportedColumns)[M]]: (typeof exportedColumns)[M][F] extends true ? F : never;
}[keyof (typeof exportedColumns)[M]];

/** Selects the exported columns of a model, for Prisma's `select`. */
export function selectExported<M extends Model>(model: M): Record<ExportedField<M>, true> {
  const columns: Record<string, Decision> = exportedColumns[model];
  const exported = Object.entries(columns).filter(([, decision]) => decision === true);
  return Object.fromEntries(exported) as Record<ExportedField<M>, true>;
}
