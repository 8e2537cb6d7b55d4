import * as z from 'zod/mini';
import { IdInput, IsoTimestamp, validationMessages } from '../primitives.ts';
import { displayHost, isLoopbackRedirect, parseUserCode, terminalClientName } from './terminal-logins.rules.ts';

const text = (max: number) => z.string(validationMessages.required).check(z.maxLength(max));

/** A code as a person typed it. It becomes 8 letters. */
const UserCode = z.pipe(
  text(60).check(z.refine((typed) => parseUserCode(typed) !== null, 'A code has 8 letters, such as WDJB-MJHT')),
  z.transform((typed) => parseUserCode(typed) ?? ''),
);

/** What a person typed at the page for devices. */
export const DeviceCodeEntry = z.object({ userCode: UserCode });

/** What a person lets a terminal do. */
const terminalGrant = {
  /** A part of what the client asked for. */
  scopes: z.array(text(60)).check(z.maxLength(30)),
  /** The workspaces of the login; null for all, also those that the person joins later. */
  workspaceIds: z.nullable(z.array(IdInput).check(z.minLength(1, 'Choose a workspace'), z.maxLength(200))),
};

/** The approval of a device that showed a code. */
export const DeviceApproval = z.object({ userCode: UserCode, ...terminalGrant });

const ClientId = text(60).check(z.refine((id) => terminalClientName(id) !== undefined, 'There is no such client'));

/** A PKCE challenge of the method `S256` (RFC 7636): the base64url of a SHA-256 hash. */
const CodeChallenge = text(43).check(z.regex(/^[\w-]{43}$/, validationMessages.invalid));

/** The name of the machine, as the client claims it. */
const Host = z.optional(z.pipe(text(500), z.transform(displayHost)));

/** The approval of a client that waits on the same machine (RFC 8252). */
export const TerminalApproval = z.object({
  clientId: ClientId,
  /** A loopback address: `http://127.0.0.1:PORT/callback`. */
  redirectUri: text(200).check(z.refine(isLoopbackRedirect, 'Must be an address of this machine')),
  codeChallenge: CodeChallenge,
  state: text(500).check(z.minLength(8)),
  host: Host,
  ...terminalGrant,
});

/** Where the browser goes on: to the client, with a code that is valid for a minute and its `state`. */
export const TerminalRedirect = z.object({ redirectUrl: z.string() });

/** A device that waits for an approval. */
export const DeviceRequest = z.object({
  /** The name of the client. */
  client: z.string(),
  /** The name of the machine, as the client claims it; null if it claims none. */
  host: z.nullable(z.string()),
  /** The approximate network of the device: `203.0.113.x`; null if unknown. */
  network: z.nullable(z.string()),
  /** The same of this request. */
  ownNetwork: z.nullable(z.string()),
  /** When the device asked for the code. */
  requestedAt: IsoTimestamp,
  /** What the client asks for. */
  scopes: z.array(z.string()),
});
export type DeviceRequest = z.infer<typeof DeviceRequest>;

/** A terminal login in the list of sessions. */
export const TerminalDetails = z.object({
  /** The name of the machine, as the client claimed it; null if it claimed none. */
  host: z.nullable(z.string()),
  scopes: z.array(z.string()),
  /** Null for all workspaces. */
  workspaceIds: z.nullable(z.array(z.string())),
  /** When it ends at the latest. */
  expiresAt: IsoTimestamp,
});

const parameter = (max: number) =>
  z.pipe(
    z.transform((given: string | undefined) => (given === '' ? undefined : given)),
    z.optional(z.string('Must be given once').check(z.maxLength(max))),
  );

const requiredParameter = (max: number) =>
  z.string('This parameter is required').check(z.minLength(1, 'This parameter is required'), z.maxLength(max));

/** A request for a device code (RFC 8628, section 3.1). */
export const DeviceAuthorization = z.object({
  client_id: requiredParameter(60),
  /** Separated by spaces. Default: the scopes that read. */
  scope: parameter(1_000),
  /** The name of the machine, for the person who approves. An extension. */
  client_host: parameter(500),
});

/** A device code, and the code that a person types (RFC 8628, section 3.2). There is no `verification_uri_complete`: a link can be sent to anyone. */
export const DeviceCode = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  /** In seconds. */
  expires_in: z.int(),
  /** The seconds between two polls. */
  interval: z.int(),
});

/** A request for tokens: RFC 6749, sections 4.1.3 and 6; RFC 7636, section 4.5; RFC 8628, section 3.4; RFC 8707. */
export const TokenRequest = z.object({
  /** `authorization_code`, `refresh_token` or `urn:ietf:params:oauth:grant-type:device_code`. */
  grant_type: requiredParameter(100),
  client_id: requiredParameter(60),
  code: parameter(200),
  redirect_uri: parameter(200),
  code_verifier: parameter(128),
  device_code: parameter(200),
  refresh_token: parameter(200),
  /**
   * With `refresh_token`: the workspace of the access token, as `{api}/workspaces/{id}`. Without it, the access token can read the own
   * profile and list the own workspaces.
   */
  resource: parameter(500),
  /** With `refresh_token`: fewer scopes than the login has. */
  scope: parameter(1_000),
});

/** Tokens (RFC 6749, section 5.1). */
export const TokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** In seconds. */
  expires_in: z.int(),
  /** Replaces the one of the request. The former one gets the same response for a minute, and after that ends the login. */
  refresh_token: z.string(),
  /** The scopes of the access token. */
  scope: z.string(),
  /** The scopes that the person gave the login. An extension. */
  login_scope: z.string(),
});
export type TokenResponse = z.infer<typeof TokenResponse>;
