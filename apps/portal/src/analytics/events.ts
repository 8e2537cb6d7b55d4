/** What people did, as it is counted; the analytics host sees each name after the prefix `ap-`. */
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
  | 'api-token-created'
  | 'api-token-revoked';

/** What may be told of an act. Ids only: names, addresses and what people typed stay here. */
export interface EventProperties {
  readonly workspaceId?: string | undefined;
}

/** A page as it is counted. */
export interface PageView {
  /** The route's name. */
  readonly route: string;
  /** The path of the route, its parameters by name. */
  readonly pattern: string;
  /** What stands in the place of these names. */
  readonly params?: Readonly<Record<string, string | undefined>>;
}
