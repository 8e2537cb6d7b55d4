import type {
  AccessSummary,
  AccountDeletion,
  ActiveSubscription,
  AuthToken,
  LegalDocuments,
  BillingDetails,
  BillingOverview,
  Invitation,
  Invoice,
  Member,
  HiddenInvitation,
  MyInvitation,
  OwnershipOffer,
  User,
  UserSession,
  Workspace,
} from '@portal/contract';
import { ulid } from 'ulid';

// Each builder returns a complete, valid object. A test overrides only what matters to it.
export const aUser = (overrides: Partial<User> = {}): User => ({
  id: ulid(),
  email: 'member@example.com',
  firstName: 'Mia',
  lastName: 'Member',
  nickname: 'mia',
  emailVerified: true,
  pictureUrl: null,
  providerPictureUrl: null,
  githubUsername: null,
  discordUsername: null,
  auth0Id: 'auth0|mia',
  quarantinedAt: null,
  suspendedAt: null,
  lockOut: null,
  needsTosUpdate: false,
  latestTosVersion: '2024-09-25',
  onboardingDetails: { reviewedProfile: '2026-01-01T00:00:00.000Z' },
  ...overrides,
});

export const aWorkspace = (overrides: Partial<Workspace> = {}): Workspace => ({
  id: ulid(),
  displayName: 'Playground',
  description: null,
  instanceUrl: 'http://localhost:8080',
  instanceEnvType: 'LOCAL',
  isDefault: false,
  isFavourite: false,
  isHidden: false,
  approvalsEnabled: false,
  creatorUserId: ulid(),
  creatorUser: { firstName: 'Olga', lastName: 'Owner', nickname: 'olga' },
  createdAt: '2026-01-01T00:00:00.000Z',
  role: 'OWNER',
  owner: { userId: ulid(), firstName: 'Olga', lastName: 'Owner', nickname: 'olga' },
  lastActiveAt: null,
  ...overrides,
});

export const aMember = (overrides: Partial<Member> = {}): Member => ({
  userId: ulid(),
  email: 'colleague@example.com',
  nickname: 'colleague',
  role: 'EDITOR',
  pending: false,
  ...overrides,
});

const inFourDays = () => new Date(Date.now() + 4 * 86_400_000).toISOString();

export const anInvitation = (overrides: Partial<Invitation> = {}): Invitation => ({
  id: ulid(),
  email: 'invitee@example.com',
  role: 'EDITOR',
  status: 'pending',
  inviter: { userId: ulid(), nickname: 'Olga', email: 'olga@example.com' },
  sentAt: '2026-01-01T00:00:00.000Z',
  expiresAt: inFourDays(),
  emailFailed: false,
  ...overrides,
});

export const myInvitation = (overrides: Partial<MyInvitation> = {}): MyInvitation => ({
  id: ulid(),
  workspaceId: ulid(),
  workspaceName: 'Compilers',
  role: 'APPROVER',
  inviter: { nickname: 'Grace', email: 'grace@example.com' },
  expiresAt: inFourDays(),
  ...overrides,
});

export const hiddenInvitation = (missingProof: HiddenInvitation['missingProof'] = 'link'): HiddenInvitation => ({
  id: ulid(),
  missingProof,
});

export const aCredentialSummary = (overrides: Partial<AccessSummary> = {}): AccessSummary => ({
  authTokens: [],
  authTokenCount: 0,
  instanceSessions: [],
  instanceSessionCount: 0,
  ...overrides,
});

/** Of an account that can be deleted. */
export const anAccountDeletion = (overrides: Partial<AccountDeletion> = {}): AccountDeletion => ({
  requestedAt: null,
  dueAt: null,
  graceDays: 14,
  blockers: [],
  workspaces: [],
  ...overrides,
});

export const anOwnershipOffer = (overrides: Partial<OwnershipOffer> = {}): OwnershipOffer => ({
  id: ulid(),
  from: { userId: ulid(), email: 'olga@example.com', nickname: 'olga' },
  to: { userId: ulid(), email: 'ann@example.com', nickname: 'ann' },
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2099-01-08T00:00:00.000Z',
  ...overrides,
});

export const aToken = (overrides: Partial<AuthToken> = {}): AuthToken => ({
  id: ulid(),
  name: 'ci',
  creatorUserId: ulid(),
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2999-01-01T00:00:00.000Z',
  revokedAt: null,
  lastUsedAt: null,
  ...overrides,
});

export const aSubscription = (overrides: Partial<ActiveSubscription> = {}): ActiveSubscription => ({
  planCode: 'monthly',
  isTrial: false,
  exceededFreeTier: false,
  endingAt: null,
  state: 'active',
  collection: 'automatic',
  collectionResumesAt: null,
  trialEndBehavior: 'pause',
  chargedOnResume: null,
  chargedOnRestart: null,
  ...overrides,
});

export const aBillingOverview = (overrides: Partial<BillingOverview> = {}): BillingOverview => ({
  price: { amount: 4_900, currency: 'usd', interval: 'month', intervalCount: 1 },
  nextInvoice: { date: '2026-12-21T12:00:00.000Z', amount: 4_900, currency: 'usd' },
  isContinued: true,
  card: null,
  invoices: [],
  ...overrides,
});

export const anInvoice = (overrides: Partial<Invoice> = {}): Invoice => ({
  id: 'in_1',
  number: 'ACME-0001',
  createdAt: '2026-11-21T12:00:00.000Z',
  total: 4_900,
  currency: 'usd',
  status: 'paid',
  due: 0,
  pdfUrl: 'http://api.test/invoices/in_1/pdf',
  paymentUrl: 'http://api.test/invoices/in_1/payment',
  ...overrides,
});

export const billingDetails = (overrides: Partial<BillingDetails> = {}): BillingDetails => ({
  firstName: 'Mia',
  lastName: 'Member',
  email: 'member@example.com',
  companyInformation: {
    legalName: 'Acme & Co. (UK)',
    legalNumber: null,
    taxIdentificationNumber: 'DE123456789',
    taxNumberState: 'verified',
    phoneNumber: null,
  },
  billingInformation: {
    addressLine1: '1 Long Lane',
    addressLine2: null,
    zipCode: 'E1 6AN',
    city: 'London',
    state: null,
    country: 'GB',
  },
  customerCheckoutUrl: 'http://api.test/checkout',
  customerPortalUrl: 'http://api.test/portal',
  ...overrides,
});

export const someLegalDocuments = (overrides: Partial<LegalDocuments> = {}): LegalDocuments => ({
  versionId: '2024-09-25',
  versionIds: ['2024-09-25', '2023-03-30'],
  documents: [
    { slug: 'terms-of-service', title: 'Terms of Service', content: '## Scope\n\nThese are the terms.' },
    { slug: 'privacy-policy', title: 'Privacy Policy', content: 'We keep little.' },
  ],
  ...overrides,
});

export const aSession = (overrides: Partial<UserSession> = {}): UserSession => ({
  id: ulid(),
  browser: 'Chrome',
  system: 'macOS',
  network: '203.0.113.x',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: '2026-01-02T00:00:00.000Z',
  isCurrent: false,
  instances: [],
  ...overrides,
});
