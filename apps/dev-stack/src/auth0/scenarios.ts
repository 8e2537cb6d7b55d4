import * as z from 'zod';

/** How Auth0 can refuse or fail. The texts are labels on the emulator's page. */
export const scenarioLabels = {
  normal: 'Everything works',
  action_denies: 'Login: an Action denies access',
  mfa_required: 'Login: a second factor is required',
  mfa_not_asked: 'Login: no policy asks for an enrolled second factor',
  consent_required: 'Login: consent is required',
  server_error: 'Login: internal error',
  temporarily_unavailable: 'Login: temporarily unavailable',
  token_denied: 'Token endpoint: access denied (403)',
  token_client_rejected: 'Token endpoint: the client secret is wrong (401)',
  token_rate_limited: 'Token endpoint: too many requests (429)',
  other_issuer: 'ID token: another issuer',
  clock_ahead: 'ID token: the clock is five minutes fast',
  expired: 'ID token: expired',
  rotated_key: 'ID token: signed with a new key',
  unpublished_key: 'ID token: signed with a key that is not published',
  unusual_claims: 'ID token: unusual claims',
  management_bad_request: 'Management API: bad request (400)',
  management_forbidden: 'Management API: insufficient scope (403)',
  management_no_tickets: 'Management API: new tokens without create:guardian_enrollment_tickets',
  management_user_missing: 'Management API: the user does not exist (404)',
  management_rate_limited: 'Management API: too many requests (429)',
} as const;

export type ScenarioName = keyof typeof scenarioLabels;

export const scenarioNames = Object.keys(scenarioLabels) as [ScenarioName, ...ScenarioName[]];

export const Scenario = z.strictObject({
  name: z.enum(scenarioNames),
  /** The reason that a login is refused for, instead of the usual one. */
  description: z.string().max(2_000).optional(),
  /** After how many seconds a limited client may try again. */
  retryAfter: z.coerce.number().int().min(1).max(3_600).default(20),
});

export type Scenario = z.infer<typeof Scenario>;

/** What the emulator does at the moment. A restart resets it. */
export class CurrentScenario {
  #scenario: Scenario = Scenario.parse({ name: 'normal' });

  get value(): Scenario {
    return this.#scenario;
  }

  get name(): ScenarioName {
    return this.#scenario.name;
  }

  change(scenario: Scenario): void {
    this.#scenario = scenario;
  }
}
