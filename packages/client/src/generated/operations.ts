// Written by `npm run reference` from docs/generated/openapi.json.
export interface paths {
  '/whoami': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['whoami'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspaceId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['getWorkspace'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch: operations['updateWorkspace'];
    trace?: never;
  };
  '/workspaces/{workspaceId}/approvalsEnabled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch: operations['setApprovals'];
    trace?: never;
  };
  '/workspace/{workspaceId}/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listMembers'];
    put?: never;
    post: operations['inviteMember'];
    delete: operations['removeMember'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspace/{workspaceId}/membership': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['changeMemberRole'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspaceId}/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listInvitations'];
    put?: never;
    post: operations['inviteMembers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspaceId}/invitations/{invitationId}/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['resendInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspaceId}/invitations/{invitationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['cancelInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspaceId}/authTokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listAuthTokens'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspaceId}/authTokens/{tokenId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['getAuthToken'];
    put: operations['renameAuthToken'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspaceId}/authTokens/{tokenId}/revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['revokeAuthToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspaceId}/authTokens/{tokenId}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['rotateAuthToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspaceId}/serviceAccounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listServiceAccounts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workspaces/{workspaceId}/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listWorkspaceAuditEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description A workspace as shown to one of its members. */
    Workspace: {
      id: string;
      displayName: string;
      description: string | null;
      instanceUrl: string;
      /**
       * @description Where a workspace runs: managed by us (`SI`), at the customer’s own URL (`PRIVATE`), on the developer’s machine (`LOCAL`).
       * @enum {string}
       */
      instanceEnvType: 'SI' | 'PRIVATE' | 'LOCAL';
      /** @description Whether this is the workspace the member lands in after logging in. */
      isDefault: boolean;
      /** @description Whether the member marked it as a favourite. */
      isFavourite: boolean;
      /** @description Whether the member hides it in their own list. */
      isHidden: boolean;
      /** @description Whether changes in the workspace require an approval. */
      approvalsEnabled: boolean;
      /** @description The user who created the workspace, who need not be its owner. */
      creatorUserId: string;
      creatorUser: {
        firstName: string | null;
        lastName: string | null;
        nickname: string;
      };
      /** Format: date-time */
      createdAt: string;
      /**
       * @description The member’s own role.
       * @enum {string}
       */
      role: 'OWNER' | 'APPROVER' | 'EDITOR';
      /** @description The member with the role OWNER. */
      owner: {
        userId: string;
        firstName: string | null;
        lastName: string | null;
        nickname: string;
      } | null;
      /** @description When a member last opened the workspace, or an API token was last used. Accurate to five minutes; null if never. */
      lastActiveAt: string | null;
    };
    /** @description An edit by the owner, with at least one field of `ExpectedWorkspace`. */
    WorkspaceEdit: {
      /** @description Letters with or without accents, digits, space and `- . , _ @ / +`. Characters of the current name are allowed, too, because a generated name may contain others. */
      displayName?: string;
      /** @description A line in the specification’s character set, or null if it is empty. */
      description?: string | null;
      /** @description A `PRIVATE` workspace can change its URL, a `LOCAL` one its port. The current URL is always accepted. */
      instanceUrl?: string;
      /** @description If any of these values has changed in the meantime, nothing is written and the response is 409 `WorkspaceChanged`. */
      expected?: {
        displayName?: string | null;
        description?: string | null;
        instanceUrl?: string | null;
      };
      /** @description With a session: a new ULID for each action. A retry with the same ULID returns the first response and changes nothing. */
      requestUlid?: string;
    };
    /** @description A change for all members. */
    ApprovalsChange: {
      /** @description Whether changes in the workspace require an approval. */
      approvalsEnabled: boolean;
      /** @description With a session: a new ULID for each action. A retry with the same ULID returns the first response and changes nothing. */
      requestUlid?: string;
    };
    /** @description Owners first, then by email; then service accounts by name. */
    Members: components['schemas']['Member'][];
    Member: {
      /** @description The user’s id; while the invitation is pending, the invitation’s id; the id of a service account. */
      userId: string;
      /** @description Lower-cased; empty for a service account. */
      email: string;
      /** @description The display name in the application; the part of the email before the `@` while the invitation is pending; the name of a service account. Never empty. */
      nickname: string;
      /**
       * @description A role in a workspace.
       * @enum {string}
       */
      role: 'OWNER' | 'APPROVER' | 'EDITOR';
      /** @description True until the user accepts the invitation. It does not say whether the email has an account. */
      pending: boolean;
      /**
       * @description Of a pending invitation, about the last time it was sent.
       * @enum {string}
       */
      emailed?: 'queued' | 'limit';
      /**
       * @description Only of a service account, which the list contains with `include=serviceAccounts`.
       * @constant
       */
      kind?: 'serviceAccount';
    };
    /** @description An invitation by email. */
    NewInvitation: {
      /** @description An email address: of a user, an invitation or a response of the identity provider. Trimmed and in its stored form: the part before the @ in lower case and NFC, the domain in ASCII (`xn--…`). `displayEmail` makes the form that people read. */
      email: string;
      /**
       * @description In any case (`editor`), never owner. Default: `EDITOR`, or the role of the pending invitation.
       * @enum {string}
       */
      role?: 'APPROVER' | 'EDITOR';
      /** @description With a session: a new ULID for each action. A retry with the same ULID returns the first response and changes nothing. */
      requestUlid?: string;
    };
    /** @description The member or invitee, by the full email in any case. */
    MemberRemoval: {
      /** @description An email address: of a user, an invitation or a response of the identity provider. Trimmed and in its stored form: the part before the @ in lower case and NFC, the domain in ASCII (`xn--…`). `displayEmail` makes the form that people read. */
      email: string;
      /** @description Whether the open invitations that the member sent are cancelled. With `false`, you become their sender, and they can still be accepted. Default: true. */
      cancelInvitations?: boolean;
      /** @description With a session: a new ULID for each action. A retry with the same ULID returns the first response and changes nothing. */
      requestUlid?: string;
    };
    /** @description The new role of a member. */
    RoleChange: {
      /** @description The user id of the member whose role changes; the id of a pending invitation. */
      userId: string;
      /**
       * @description A role that a member can be given, in any case (`editor`). The owner role cannot be given.
       * @enum {string}
       */
      role: 'APPROVER' | 'EDITOR';
      /** @description Whether the open invitations that the member sent are cancelled if the new role may not invite. With `false`, you become their sender. Default: true. */
      cancelInvitations?: boolean;
      /** @description With a session: a new ULID for each action. A retry with the same ULID returns the first response and changes nothing. */
      requestUlid?: string;
    };
    /** @description Newest first. Of several invitations of one email address, only the latest. */
    Invitations: components['schemas']['Invitation'][];
    /** @description An invitation as shown to the owner and the approvers of the workspace. */
    Invitation: {
      id: string;
      /** @description Lower-cased. */
      email: string;
      /**
       * @description The role that the invitee gets.
       * @enum {string}
       */
      role: 'APPROVER' | 'EDITOR';
      /** @enum {string} */
      status: 'pending' | 'expired' | 'declined';
      /** @description The user who sent it last. Null if a service account did, or if that account no longer exists. */
      inviter: {
        userId: string;
        nickname: string;
        email: string;
      } | null;
      /** @description The service account that sent it last. Null if a user did. */
      inviterServiceAccount: {
        serviceAccountId: string;
        name: string;
      } | null;
      /**
       * Format: date-time
       * @description When it was sent last. It says nothing about the email, which the owner of the mailbox can stop.
       */
      sentAt: string;
      /** Format: date-time */
      expiresAt: string;
      /**
       * @description About the last time it was sent.
       * @enum {string}
       */
      emailed: 'queued' | 'limit';
      /** @description With `limit`. */
      emailLimit?: components['schemas']['EmailLimit'];
      /** @description Whether the mail server accepted the last email. Also true if the owner of the mailbox stopped invitation emails, which the sender does not learn. */
      emailSent: boolean;
      /** @description Whether the mail server of the address rejected the last email for good, for example because there is no such mailbox. */
      emailFailed: boolean;
    };
    EmailLimit: {
      /** @enum {string} */
      name: 'newAccount' | 'account' | 'address';
      /** @description When the limit ends. For `address`, when the mailbox gets one email with the invitations that wait; an invitation may have to wait for the next one if there are many. */
      until: string | null;
    };
    /** @description Several invitations with the same role. */
    NewInvitations: {
      /** @description Up to 50 texts. One that is not an email address has the outcome `invalid`. */
      emails: string[];
      /**
       * @description In any case (`editor`), never owner. Default: `EDITOR`, or the role of the pending invitation.
       * @enum {string}
       */
      role?: 'APPROVER' | 'EDITOR';
      /** @description With a session: a new ULID for each action. A retry with the same ULID returns the first response and changes nothing. */
      requestUlid?: string;
    };
    /** @description What became of each address. The call succeeds even if none was invited. */
    InviteOutcomes: {
      /** @description One for each address, in the order of the request. */
      outcomes: components['schemas']['InviteOutcome'][];
      /** @description How many more invitation emails you can send today, to all addresses together. Missing if no address was invited. */
      emailsLeft?: number;
    };
    /** @description What became of one address. */
    InviteOutcome: {
      /** @description Lower-cased; an invalid address as sent, shortened. */
      email: string;
      /** @enum {string} */
      outcome: 'invited' | 'resent' | 'alreadyMember' | 'invalid' | 'duplicate';
      /**
       * @description With the outcomes `invited` and `resent`.
       * @enum {string}
       */
      emailed?: 'queued' | 'limit';
      /** @description With `limit`. */
      emailLimit?: components['schemas']['EmailLimit'];
      /** @description Why the address was not invited. */
      message?: string;
    };
    EmptyBody: {
      /** @description With a session: a new ULID for each action. A retry with the same ULID returns the first response and changes nothing. */
      requestUlid?: string;
    };
    /** @description The invitation after it was sent again, which may be a new one. */
    InvitationResult: {
      /** @description An invitation as shown to the owner and the approvers of the workspace. */
      invitation: components['schemas']['Invitation'];
    };
    /** @description The result of a call that returns no data. */
    EmptyResult: Record<string, never>;
    /** @description Newest first, including expired and revoked ones. */
    AuthTokens: {
      /** @description An API token of a workspace. Its secret is never stored. */
      authTokens: components['schemas']['AuthToken'][];
      /** @description The maximum lifetime of a new token, in days: that of the deployment, or less by the policy of the workspace. */
      longestDays: number;
      /** @description What the owner of a workspace allows. */
      policy: {
        /** @enum {string} */
        makers: 'EVERYONE' | 'APPROVERS' | 'OWNER';
        maxDays: number | null;
        allowsWrites: boolean;
      };
      /** @description The scopes of the platform that a token can have. The first one is the default. */
      platformScopes: {
        name: string;
        description: string;
      }[];
    };
    /** @description An API token of a workspace. Its secret is never stored. */
    AuthToken: {
      id: string;
      name: string | null;
      /** @description The user that the token acts as; null for a token of a service account. */
      userId: string | null;
      /** @description The service account that the token acts as; null for a token of a user. */
      serviceAccountId: string | null;
      /** @description The user who created the token; null once that account is deleted. */
      creatorUserId: string | null;
      /** @description What the token can do. */
      scopes: string[];
      /** Format: date-time */
      createdAt: string;
      /** @description Null if the token never expires. */
      expiresAt: string | null;
      /** @description Null unless revoked. */
      revokedAt: string | null;
      /** @description Accurate to a few minutes; null if never used. */
      lastUsedAt: string | null;
      /** @description The network of a recent use, such as `203.0.113.0/24`, and the kind of program. Not every use is recorded. */
      lastUsedNetwork: string | null;
      lastUsedClient: string | null;
      /** @description The networks from which the token can be used, as CIDR; empty for every network. */
      networks: string[];
      /** @description Until when a request with the token can replace it; null if only a person can. */
      rotatesUntil: string | null;
      /** @description The token that replaced this one, which ends at `expiresAt`. */
      replacedById: string | null;
      replacedAt: string | null;
      /** @description When the token was used after its replacement and its end: a program still has the old one. */
      usedAfterReplacedAt: string | null;
    };
    /** @description The token as it is after the call. */
    AuthTokenResult: {
      /** @description An API token of a workspace. Its secret is never stored. */
      authToken: components['schemas']['AuthToken'];
    };
    AuthTokenRename: {
      /** @description A line in the specification’s character set: Latin letters, digits, space and `- . , _ @ / +`. */
      name: string;
      /** @description With a session: a new ULID for each action. A retry with the same ULID returns the first response and changes nothing. */
      requestUlid?: string;
    };
    /** @description How the token is replaced. */
    AuthTokenRotation: {
      /** @description How long the replaced token still works, at most: from `10m` to `7d`, or `0` for not at all, which only a person can choose. Default: `24h`. */
      overlap?: string;
      /** @description With a session: a new ULID for each action. A retry with the same ULID returns the first response and changes nothing. */
      requestUlid?: string;
    };
    /** @description A new token and its secret. */
    CreatedAuthToken: {
      /** @description An API token of a workspace. Its secret is never stored. */
      authToken: components['schemas']['AuthToken'];
      /** @description The secret. It is returned once and never again. */
      token: string;
    };
    /** @description Sorted by name, without deleted ones. */
    ServiceAccounts: {
      /** @description A service account of a workspace: programs act as it by its API tokens. It is no member and no user, and outlives the person who created it. */
      serviceAccounts: components['schemas']['ServiceAccount'][];
      /** @description Whether the account of the owner is locked: then their tokens are refused until it is not. */
      isPaused: boolean;
    };
    /** @description A service account of a workspace: programs act as it by its API tokens. It is no member and no user, and outlives the person who created it. */
    ServiceAccount: {
      id: string;
      /** @description Unique in the workspace, also among deleted service accounts, so that the activity stays readable. */
      name: string;
      description: string | null;
      /**
       * @description The role that an instance gives a service account.
       * @enum {string}
       */
      role: 'APPROVER' | 'EDITOR';
      /** Format: date-time */
      createdAt: string;
      /** @description The user who created it; null once that account is deleted. */
      createdById: string | null;
      /** @description Its API tokens that are neither expired nor revoked. */
      activeTokens: number;
      /** @description When one of its tokens was last used, accurate to a few minutes. */
      lastUsedAt: string | null;
    };
    /** @description A page of a workspace’s audit log, newest first, or the oldest first after a `sequence`. */
    WorkspaceAuditPage: {
      /** @description An audit entry of a workspace as shown to its owner and its approvers. */
      entries: components['schemas']['WorkspaceAuditEntry'][];
      next: string | null;
    };
    /** @description An audit entry of a workspace as shown to its owner and its approvers. */
    WorkspaceAuditEntry: {
      id: string;
      /** @description The number of the entry in its workspace: 1, 2, 3 and so on, in the order in which entries became visible. Null for an entry from before entries had numbers. */
      sequence: number | null;
      /** Format: date-time */
      occurredAt: string;
      /** @description The name of the call, or `claimInvitation`, `completeReassignment` or `pauseFailedWebhook`. */
      action: string;
      /** @description Whether support did it. If so, the entry does not say who, to whom and why. */
      bySupport: boolean;
      /** @description Null if support did it, or the portal itself. */
      actor: (components['schemas']['AuditUser'] | components['schemas']['AuditServiceAccount']) | null;
      /** @description Null if no API token was used, or if support did it. */
      token: {
        tokenId: string;
        name: string | null;
      } | null;
      /** @description The affected user; null if only the actor is affected, or if support did it. */
      subject: components['schemas']['AuditUser'] | null;
      /** @description If support did it: only `wasQuarantined` and `isQuarantined` of a `quarantineWorkspace`. */
      details: components['schemas']['AuditDetails'] | null;
      /** @description The values that are null because they were erased, such as `ip` or `details.owner.from`; missing if there are none. */
      erased?: string[];
    };
    /** @description A user in an audit entry. The id is permanent; nickname and email are null once the account is deleted. */
    AuditUser: {
      userId: string;
      nickname: string | null;
      email: string | null;
    };
    /** @description A service account in an audit entry. The name is null once its workspace is permanently deleted. */
    AuditServiceAccount: {
      serviceAccountId: string;
      name: string | null;
    };
    /** @description Details of the action. A changed value has the form `{ "role": { "from": "EDITOR", "to": "APPROVER" } }`. */
    AuditDetails: {
      [key: string]: unknown;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  whoami: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | {
                user: {
                  id: string;
                  email: string;
                  firstName: string | null;
                  lastName: string | null;
                  nickname: string;
                  emailVerified: boolean;
                  pictureUrl: string | null;
                  providerPictureUrl: string | null;
                  githubUsername: string | null;
                  discordUsername: string | null;
                  auth0Id: string | null;
                  quarantinedAt: string | null;
                  suspendedAt: string | null;
                  lockOut: {
                    until: string | null;
                    reason: string | null;
                  } | null;
                  deletionDueAt: string | null;
                  needsTosUpdate: boolean;
                  latestTosVersion: string;
                  onboardingDetails: {
                    reviewedProfile: string | null;
                    showsFirstSteps?: boolean;
                  };
                };
                token?: {
                  id: string;
                  name: string | null;
                  workspaceId: string | null;
                  scopes: string[] | null;
                  expiresAt: string | null;
                };
                session?: {
                  /** Format: date-time */
                  startedAt: string;
                  isStaff: boolean;
                };
              }
            | {
                serviceAccount: {
                  id: string;
                  name: string;
                  /** @enum {string} */
                  role: 'APPROVER' | 'EDITOR';
                };
                token: {
                  id: string;
                  name: string | null;
                  workspaceId: string | null;
                  scopes: string[] | null;
                  expiresAt: string | null;
                };
              };
        };
      };
    };
  };
  getWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workspace'];
        };
      };
    };
  };
  updateWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "displayName": "Staging",
         *       "description": "Our staging environment",
         *       "instanceUrl": "https://si.example.com",
         *       "expected": {
         *         "displayName": "Staging",
         *         "description": "Our staging environment",
         *         "instanceUrl": "https://si.example.com"
         *       },
         *       "requestUlid": "01ARZ3NDEKTSV4RRFFQ69G5FAV"
         *     }
         */
        'application/json': components['schemas']['WorkspaceEdit'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workspace'];
        };
      };
    };
  };
  setApprovals: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "approvalsEnabled": true,
         *       "requestUlid": "01ARZ3NDEKTSV4RRFFQ69G5FAV"
         *     }
         */
        'application/json': components['schemas']['ApprovalsChange'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workspace'];
        };
      };
    };
  };
  listMembers: {
    parameters: {
      query?: {
        /** @description The cursor of the previous page’s last row, from its `Link` header. */
        after?: string;
        /**
         * @description The maximum number of rows; 50 if only `after` is given.
         * @example 50
         */
        limit?: number;
        /**
         * @description For an instance that gives service accounts a role: adds those of the workspace, which are no members, after the members.
         * @example serviceAccounts
         */
        include?: 'serviceAccounts';
      };
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Members'];
        };
      };
    };
  };
  inviteMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "role": "APPROVER",
         *       "requestUlid": "01ARZ3NDEKTSV4RRFFQ69G5FAV"
         *     }
         */
        'application/json': components['schemas']['NewInvitation'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Members'];
        };
      };
    };
  };
  removeMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "cancelInvitations": true,
         *       "requestUlid": "01ARZ3NDEKTSV4RRFFQ69G5FAV"
         *     }
         */
        'application/json': components['schemas']['MemberRemoval'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Members'];
        };
      };
    };
  };
  changeMemberRole: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "userId": "01ARZ3NDEKTSV4RRFFQ69G5FAV",
         *       "role": "APPROVER",
         *       "cancelInvitations": true,
         *       "requestUlid": "01ARZ3NDEKTSV4RRFFQ69G5FAV"
         *     }
         */
        'application/json': components['schemas']['RoleChange'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Members'];
        };
      };
    };
  };
  listInvitations: {
    parameters: {
      query?: {
        /** @description The id of the previous page’s last invitation, from its `Link` header. */
        after?: string;
        /**
         * @description The maximum number of invitations; 500 by default.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invitations'];
        };
      };
    };
  };
  inviteMembers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "emails": [
         *         "ada@example.com",
         *         "grace@example.com"
         *       ],
         *       "role": "APPROVER",
         *       "requestUlid": "01ARZ3NDEKTSV4RRFFQ69G5FAV"
         *     }
         */
        'application/json': components['schemas']['NewInvitations'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InviteOutcomes'];
        };
      };
    };
  };
  resendInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The workspace’s id.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
        /**
         * @description The invitation’s id.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        invitationId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "requestUlid": "01ARZ3NDEKTSV4RRFFQ69G5FAV"
         *     }
         */
        'application/json': components['schemas']['EmptyBody'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitationResult'];
        };
      };
    };
  };
  cancelInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The workspace’s id.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
        /**
         * @description The invitation’s id.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        invitationId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "requestUlid": "01ARZ3NDEKTSV4RRFFQ69G5FAV"
         *     }
         */
        'application/json': components['schemas']['EmptyBody'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EmptyResult'];
        };
      };
    };
  };
  listAuthTokens: {
    parameters: {
      query?: {
        /** @description The id of the previous page’s last token, from its `Link` header. */
        after?: string;
        /**
         * @description The maximum number of tokens of a page; 50 if only `after` is given.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthTokens'];
        };
      };
    };
  };
  getAuthToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
        /**
         * @description The id of the API token.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        tokenId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthTokenResult'];
        };
      };
    };
  };
  renameAuthToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
        /**
         * @description The id of the API token.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        tokenId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Deploy from CI",
         *       "requestUlid": "01ARZ3NDEKTSV4RRFFQ69G5FAV"
         *     }
         */
        'application/json': components['schemas']['AuthTokenRename'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthTokenResult'];
        };
      };
    };
  };
  revokeAuthToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
        /**
         * @description The id of the API token.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        tokenId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "requestUlid": "01ARZ3NDEKTSV4RRFFQ69G5FAV"
         *     }
         */
        'application/json': components['schemas']['EmptyBody'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthTokenResult'];
        };
      };
    };
  };
  rotateAuthToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
        /**
         * @description The id of the API token.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        tokenId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "overlap": "24h",
         *       "requestUlid": "01ARZ3NDEKTSV4RRFFQ69G5FAV"
         *     }
         */
        'application/json': components['schemas']['AuthTokenRotation'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedAuthToken'];
        };
      };
    };
  };
  listServiceAccounts: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServiceAccounts'];
        };
      };
    };
  };
  listWorkspaceAuditEntries: {
    parameters: {
      query?: {
        /**
         * @description The user who did it.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        actorUserId?: string;
        /**
         * @description The service account that did it.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        actorServiceAccountId?: string;
        /**
         * @description The API token that was used.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        tokenId?: string;
        /**
         * @description The affected user.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        subjectUserId?: string;
        /**
         * @description One or more actions, separated by commas: names of calls, `claimInvitation`, `completeReassignment`, `eraseAccount` or `pauseFailedWebhook`.
         * @example createWorkspace,deleteWorkspace
         */
        action?: string;
        /**
         * @description The start of the date range, included.
         * @example 2026-03-01
         */
        from?: string;
        /**
         * @description The end of the date range, included.
         * @example 2026-03-31
         */
        to?: string;
        /**
         * @description What the actions are about: one or more groups, separated by commas. A group that the reader may not see selects nothing.
         * @example members,tokens
         */
        group?: string;
        /** @description The `next` of the previous page. Or the `sequence` of an entry: then the page has the entries after it, the oldest first, which never skips or repeats one. Start with `0`, and continue with the `sequence` of the last entry. */
        after?: string;
        /**
         * @description The maximum number of entries of a page; 50 by default.
         * @example 50
         */
        limit?: number;
      };
      header?: never;
      path: {
        /**
         * @description The id of the workspace.
         * @example 01ARZ3NDEKTSV4RRFFQ69G5FAV
         */
        workspaceId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WorkspaceAuditPage'];
        };
      };
    };
  };
}

/** The method and the path of each call. */
export const routes = {
  whoami: { method: 'GET', path: '/whoami' },
  getWorkspace: { method: 'GET', path: '/workspaces/{workspaceId}' },
  updateWorkspace: { method: 'PATCH', path: '/workspaces/{workspaceId}' },
  setApprovals: { method: 'PATCH', path: '/workspaces/{workspaceId}/approvalsEnabled' },
  listMembers: { method: 'GET', path: '/workspace/{workspaceId}/members' },
  inviteMember: { method: 'POST', path: '/workspace/{workspaceId}/members' },
  removeMember: { method: 'DELETE', path: '/workspace/{workspaceId}/members' },
  changeMemberRole: { method: 'POST', path: '/workspace/{workspaceId}/membership' },
  listInvitations: { method: 'GET', path: '/workspaces/{workspaceId}/invitations' },
  inviteMembers: { method: 'POST', path: '/workspaces/{workspaceId}/invitations' },
  resendInvitation: { method: 'POST', path: '/workspaces/{workspaceId}/invitations/{invitationId}/resend' },
  cancelInvitation: { method: 'DELETE', path: '/workspaces/{workspaceId}/invitations/{invitationId}' },
  listAuthTokens: { method: 'GET', path: '/workspaces/{workspaceId}/authTokens' },
  getAuthToken: { method: 'GET', path: '/workspaces/{workspaceId}/authTokens/{tokenId}' },
  renameAuthToken: { method: 'PUT', path: '/workspaces/{workspaceId}/authTokens/{tokenId}' },
  revokeAuthToken: { method: 'POST', path: '/workspaces/{workspaceId}/authTokens/{tokenId}/revoke' },
  rotateAuthToken: { method: 'POST', path: '/workspaces/{workspaceId}/authTokens/{tokenId}/rotate' },
  listServiceAccounts: { method: 'GET', path: '/workspaces/{workspaceId}/serviceAccounts' },
  listWorkspaceAuditEntries: { method: 'GET', path: '/workspaces/{workspaceId}/audit' },
} as const satisfies Readonly<Record<keyof operations, { readonly method: string; readonly path: string }>>;
