import { apiScopes, isApiScope } from '@portal/contract';

/** What a scope allows, as a part of a sentence. A scope of the platform has only its name. */
const inSentence = (scope: string) =>
  isApiScope(scope)
    ? apiScopes[scope].description.replace(/^./, (letter) => letter.toLowerCase())
    : `${scope} on the platform`;

/** "read the workspace; read members and invitations". Empty without scopes. The descriptions have commas. */
export const describeScopes = (scopes: readonly string[]) => scopes.map(inSentence).join('; ');
