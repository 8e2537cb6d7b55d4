import type { callsByFeature } from '../calls.ts';

type AuditedCallOf<Feature> = {
  [Name in keyof Feature]: Feature[Name] extends { readonly audited: true } ? Name : never;
}[keyof Feature];

/** The condition is there to look at the features one by one, because TypeScript distributes it over the union. */
type AuditedCall<Feature> = Feature extends unknown ? AuditedCallOf<Feature> : never;

/** Calls that record an entry only if they change something that the log has to show. */
type SometimesAuditedCall =
  | 'login'
  | 'logout'
  | 'backChannelLogout'
  | 'revokeTokenByHolder'
  | 'issueToken'
  | 'refreshAuth0Profile'
  | 'resendEmailVerification'
  | 'openInvitationLink'
  | 'requestAccountDeletion'
  | 'cancelAccountDeletion'
  | 'objectToReassignment';

/** Actions that are not calls: a proven mailbox or a job causes them. */
type AutomaticAction = 'claimInvitation' | 'completeReassignment' | 'eraseAccount' | 'pauseFailedWebhook';

/**
 * The actions in the audit log. An entry can also have the name of a call that was removed, so `AuditEntry` does not require one of
 * these.
 */
export type AuditAction =
  | AuditedCall<(typeof callsByFeature)[keyof typeof callsByFeature]>
  | SometimesAuditedCall
  | AutomaticAction;

type StaffCallOf<Feature> = {
  [Name in keyof Feature]: Feature[Name] extends { readonly access: { readonly who: 'staff' } } ? Name : never;
}[keyof Feature];
type StaffCall<Feature> = Feature extends unknown ? StaffCallOf<Feature> : never;

/** The actions in the audit log that are not those of staff. Staff requested the one that a job completes. */
export type UserAction = Exclude<
  AuditAction,
  StaffCall<(typeof callsByFeature)[keyof typeof callsByFeature]> | 'completeReassignment'
>;
