import * as z from 'zod/mini';
import { IsoTimestamp } from '../primitives.ts';

/** Who asks a user to prove who they are. */
export const LoginKind = z.enum(['password', 'passwordless', 'social', 'company']);
export type LoginKind = z.infer<typeof LoginKind>;

/**
 * The second factor of a user with a password.
 *
 * - `on`: the user's last login had one.
 * - `set-up`: one is enrolled at the login service, but the last login had none.
 * - `off`: none is enrolled.
 * - `unknown`: the login service does not say, for example because the API lacks a permission.
 * - `unreachable`: the login service does not respond at the moment.
 * - `elsewhere`: the user has no password here, so the service that they log in with decides.
 */
export const SecondFactorState = z.enum(['on', 'set-up', 'off', 'unknown', 'unreachable', 'elsewhere']);
export type SecondFactorState = z.infer<typeof SecondFactorState>;

/** How a user logs in, and how the login is protected. */
export const LoginSecurity = z.object({
  kind: LoginKind,
  /** How the user logs in, such as "Google". */
  method: z.string(),
  /** The last change of the password; null if it never changed, and if the login service does not say. */
  passwordChange: z.nullable(
    z.object({
      changedAt: IsoTimestamp,
      /** Whether other sessions from before the change are active. */
      hasEarlierSessions: z.boolean(),
    }),
  ),
  /** Whether `requestPasswordChange` can ask the login service for the email. */
  canChangePassword: z.boolean(),
  secondFactor: z.object({
    state: SecondFactorState,
    /** Whether `startSecondFactor` can turn one on. */
    canTurnOn: z.boolean(),
  }),
  /** How other accounts with the same email log in, if they have workspaces. Empty unless your login proves that the mailbox is yours. */
  otherLogins: z.array(z.string()),
});
export type LoginSecurity = z.infer<typeof LoginSecurity>;

/** What was asked of the login service. Whether the email arrives is not known. */
export const PasswordChangeRequest = z.object({
  /** The address that the login service has for the user. */
  email: z.string(),
});

/** Where the user sets up a second factor. */
export const SecondFactorPage = z.object({
  /** A page of the login service, which works once, within five days. */
  url: z.url({ protocol: /^https?$/ }),
});
