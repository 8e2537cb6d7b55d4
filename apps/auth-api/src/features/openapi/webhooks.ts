import { workspaceChangedEvent } from '@portal/contract';
import type { JsonSchema } from './schemas.ts';

const common = { tags: ['instances'], security: [] };

const query = (name: string, description: string, required: boolean): JsonSchema => ({
  name,
  in: 'query',
  required,
  description,
  schema: { type: 'string' },
});

/** What an instance receives, at paths below its URL (docs/connect/instance.md). */
export const webhooks: Readonly<Record<string, JsonSchema>> = {
  'auth-connect': {
    get: {
      ...common,
      operationId: 'logInAtInstance',
      summary: 'A browser arrives at `{instance}/auth-connect` to log in',
      description:
        'Without `state`, create one, bind it to the browser with a cookie, and redirect to `GET /workspaces/{workspaceId}/go` with `state` and `code`. With `state`, compare it with the cookie and redeem the code with `completeAuthConnect`.',
      parameters: [
        query('code', 'A single-use code, valid for a minute.', true),
        query('workspaceId', 'The workspace that the user opens. Accept only yours.', true),
        query('state', 'The state that your instance created for this browser.', false),
        query('redirect', 'The path of your instance to open. Check that it is one.', false),
      ],
      responses: { 303: { description: 'The browser goes on.' }, 403: { description: 'The login is rejected.' } },
    },
  },
  'backchannel-logout': {
    post: {
      ...common,
      operationId: 'logOutAtInstance',
      summary: 'The API posts to `{instance}/backchannel-logout` that a session has ended',
      description: 'OpenID Connect Back-Channel Logout 1.0, with the claim `toe` of RFC 8417.',
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              required: ['logout_token'],
              properties: { logout_token: { type: 'string', description: 'A JWT of the type `logout+jwt`.' } },
            },
          },
        },
      },
      responses: {
        200: { description: 'The sessions with this `sid` that were entered until `toe` have ended.' },
        400: { description: 'The token is not valid. It is not sent again.' },
        503: { description: 'The API sends another token later, as after a time-out, 408, 429 and any 5xx.' },
      },
    },
  },
  'workspace-events': {
    post: {
      ...common,
      operationId: 'workspaceChangedAtInstance',
      summary:
        'The API posts to `{instance}/workspace-events` that members, roles, the name or the approvals have changed',
      description: `A Security Event Token (RFC 8417), pushed as RFC 8935 says. Its \`events\` has the key \`${workspaceChangedEvent}\` with the whole state. Apply it to the sessions that have a lower \`revision\`.`,
      requestBody: {
        required: true,
        content: {
          'application/secevent+jwt': { schema: { type: 'string', description: 'A JWT of the type `secevent+jwt`.' } },
        },
      },
      responses: {
        202: { description: 'The instance has accepted the event.' },
        400: { description: 'The token is not valid. It is not sent again.' },
        503: { description: 'The API sends the state again later, as after a time-out, 408, 429 and any 5xx.' },
      },
    },
  },
  'refresh-auth': {
    get: {
      ...common,
      operationId: 'refreshAtInstance',
      summary: 'The browser of an owner arrives at `{instance}/refresh-auth` after a change of roles',
      description:
        'A hint that anyone can give. Ask the API for the roles, and redirect to `{portal}/workspace/{workspaceId}`.',
      parameters: [query('workspaceId', 'The workspace whose roles changed.', true)],
      responses: { 303: { description: 'The browser returns to the portal.' } },
    },
  },
};
