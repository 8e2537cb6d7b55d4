/** The tracked actions. The analytics host receives each name with the prefix `ap-`. */
export type AnalyticsEvent =
  | 'logged-in'
  | 'initial-profile-set'
  | 'email-verified-manually'
  | 'terms-accepted'
  | 'workspace-created'
  | 'workspace-launched'
  | 'workspace-deleted'
  | 'workspace-left'
  | 'member-invited'
  | 'invitation-accepted'
  | 'invitation-declined'
  | 'api-token-created'
  | 'api-token-revoked';

/** The properties of an event. Ids only: names, email addresses and typed text are never sent. */
export interface EventProperties {
  readonly workspaceId?: string | undefined;
}

export interface PageView {
  readonly route: string;
  /** The path pattern of the route, such as `/workspace/:workspaceId`. */
  readonly pattern: string;
  /** The values of the parameters in the pattern. */
  readonly params?: Readonly<Record<string, string | undefined>>;
}
