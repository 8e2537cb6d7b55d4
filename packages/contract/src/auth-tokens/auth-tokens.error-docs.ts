import type { ErrorDoc, ErrorType } from '../errors.ts';

/** The reference's text about the errors of API tokens and service accounts. */
export const authTokenErrorDocs = {
  InvalidToken: {
    when: 'The bearer token is malformed, expired, revoked or has a different issuer; or its user left the workspace; or its service account was deleted; or the workspace was deleted or quarantined.',
    remedy: 'Create a new token.',
  },
  TokenReplaced: {
    when: 'The API token was replaced, and the time in which both work is over.',
    remedy:
      'Use the token that replaced it. If you do not know who still uses the old one, look at its last use on the page of the tokens.',
  },
  WorkspacePaused: {
    when: 'The API token acts as a service account of a workspace whose owner’s account is quarantined or suspended.',
    remedy: 'The tokens work again when the lock ends, or when the workspace has another owner.',
  },
  TokenNotAllowed: {
    when: 'A token calls an endpoint that takes no token of this kind; or does with it what only a person can do, such as changing the instance URL.',
    remedy: 'Use a session.',
  },
  TokenOfOtherWorkspace: {
    when: 'A token calls an endpoint of another workspace than its own.',
    remedy: 'Use a token of this workspace.',
  },
  InsufficientScope: {
    when: 'The API token does not have the scope of the call; or has it, but the policy of the workspace lets no token change anything. The header `WWW-Authenticate` names the scope (RFC 6750).',
    remedy: 'Create a token with the scope. The scopes of a token never change.',
  },
  NetworkNotAllowed: {
    when: 'The API token works only from some networks, and the request came from an address in none of them. The message has the address that the API sees.',
    remedy:
      'Send the request from one of the networks of the token, or create a token with the network of that address. If the address is that of a proxy of the deployment, ask its operator to correct `TRUSTED_PROXIES`.',
  },
  TokenAlreadyReplaced: {
    when: 'The API token was replaced by an earlier request with another idempotency key. The secret of the replacement is returned only to that request.',
    remedy: 'Use the token that replaced it. If you do not have it, someone else may: replace that one, or revoke it.',
  },
  TokenNotActive: {
    when: 'The API token that would be replaced has expired or has been revoked.',
    remedy: 'Create a new token.',
  },
  TooEarlyToRotate: {
    when: 'A request with an API token would replace the token in the first half of its life.',
    remedy: 'Send the request again in the second half. A person can replace the token at any time.',
  },
  ServiceAccountNotFound: {
    when: 'The workspace has no service account with this id, or it was deleted.',
    remedy: 'Reload the list of service accounts.',
  },
  ServiceAccountNameTaken: {
    when: 'The workspace has a service account with this name, or had one: names stay reserved, so that the activity stays readable.',
    remedy: 'Choose another name.',
  },
  TooManyServiceAccounts: {
    when: 'The workspace has 50 service accounts.',
    remedy: 'Delete one, or create another token of one that exists.',
  },
} as const satisfies Partial<Record<ErrorType, ErrorDoc>>;
