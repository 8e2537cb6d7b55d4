import type { optionalEmailKinds } from '@portal/contract';
import type { AccountEmailDefinition } from './account-email-definition.ts';
import { billingEmailChanged, emailChanged } from './addresses.emails.ts';
import {
  paymentFailed,
  subscriptionEnded,
  subscriptionPaused,
  subscriptionResumed,
  trialEnding,
} from './billing.emails.ts';
import { billingContactAdded } from './billing-contacts.emails.ts';
import { deletionBlocked, deletionCancelled, deletionRequested } from './deletion.emails.ts';
import { invitationAccepted } from './invitations.emails.ts';
import {
  newDevice,
  otherLogins,
  secondFactorStarted,
  sessionsEndedByStaff,
  terminalLogin,
  terminalLoginCopied,
} from './logins.emails.ts';
import { approverJoined, memberRemoved, roleChanged } from './members.emails.ts';
import { ownershipDeclined, ownershipMoved, ownershipOffered } from './ownership.emails.ts';
import {
  replacedTokenUsed,
  serviceAccountDeletedByStaff,
  tokenRevoked,
  tokenRevokedByHolder,
  tokenRevokedByStaff,
} from './ended-tokens.emails.ts';
import { termsForTokens } from './terms.emails.ts';
import { tokenCreated, tokenExpiring } from './tokens.emails.ts';
import { webhookChanged, webhookPaused } from './webhooks.emails.ts';
import { memberLeft, ownWorkspaceDeleted, workspaceDeleted } from './workspaces.emails.ts';

const definitions = {
  newDevice,
  otherLogins,
  secondFactorStarted,
  sessionsEndedByStaff,
  terminalLogin,
  terminalLoginCopied,
  tokenCreated,
  tokenExpiring,
  tokenRevoked,
  tokenRevokedByHolder,
  tokenRevokedByStaff,
  serviceAccountDeletedByStaff,
  replacedTokenUsed,
  webhookChanged,
  webhookPaused,
  termsForTokens,
  invitationAccepted,
  approverJoined,
  roleChanged,
  memberRemoved,
  memberLeft,
  workspaceDeleted,
  ownWorkspaceDeleted,
  ownershipOffered,
  ownershipDeclined,
  ownershipMoved,
  emailChanged,
  billingEmailChanged,
  billingContactAdded,
  trialEnding,
  subscriptionPaused,
  paymentFailed,
  subscriptionResumed,
  subscriptionEnded,
  deletionRequested,
  deletionCancelled,
  deletionBlocked,
};

export type AccountEmailKind = keyof typeof definitions;

/** What is stored of each kind until an email is sent. */
export type AccountEmailDetails = {
  readonly [Kind in AccountEmailKind]: Parameters<(typeof definitions)[Kind]['read']>[0];
};

type OptionalEmailKind = (typeof optionalEmailKinds)[number];

/** The kinds of emails about an account. Those that the contract lists as optional, and no others, have `optional: true`. */
export const accountEmails: {
  readonly [Kind in AccountEmailKind | OptionalEmailKind]: AccountEmailDefinition<
    object,
    object,
    Kind extends OptionalEmailKind ? true : false
  >;
} = definitions;
