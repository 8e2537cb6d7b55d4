import type { JsonSchema } from './schemas.ts';

const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** Examples by field name, for fields whose schema is not specific enough. */
const examplesByName: Readonly<Record<string, unknown>> = {
  requestUlid: ulid,
  userId: ulid,
  workspaceId: ulid,
  tokenId: ulid,
  serviceAccountId: ulid,
  actorServiceAccountId: ulid,
  webhookId: ulid,
  url: 'https://hooks.example.com/portal',
  kinds: ['members', 'tokens'],
  sequence: 42,
  invitationId: ulid,
  actorUserId: ulid,
  subjectUserId: ulid,
  tosVersionId: '2024-09-25',
  displayName: 'Staging',
  description: 'Our staging environment',
  instanceUrl: 'https://si.example.com',
  instanceEnvType: 'PRIVATE',
  name: 'Deploy from CI',
  expiration: '48h',
  networks: ['203.0.113.0/24'],
  client_address: '203.0.113.9',
  scopes: ['members:read', 'members:write'],
  overlap: '24h',
  maxDays: 90,
  email: 'ada@example.com',
  emails: ['ada@example.com', 'grace@example.com'],
  userEmail: 'ada@example.com',
  actorEmail: 'ada@example.com',
  subjectEmail: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  nickname: 'Ada',
  pictureUrl: 'https://example.com/ada.png',
  discordUsername: 'ada.lovelace',
  githubUsername: 'ada-lovelace',
  reason: 'Has not paid since March',
  until: '2999-01-01T00:00:00.000Z',
  startDate: '2026-03-02',
  endDate: '2026-03-08',
  from: '2026-03-01',
  to: '2026-03-31',
  action: 'createWorkspace,deleteWorkspace',
  group: 'members,tokens',
  limit: 50,
  query: 'ada lovelace',
  redirect: '/w/1',
  session_id: 'cs_test_a1b2c3',
  invoiceId: 'in_a1b2c3',
  code: 'SplxlOBeZQQYbYS6WxSbIA',
  token: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  error: 'access_denied',
  error_description: 'User did not authorize the request',
  userCode: 'WDJB-MJHT',
  clientId: 'portal-cli',
  redirectUri: 'http://127.0.0.1:49152/callback',
  codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  client_id: 'portal-cli',
  client_host: 'ada-laptop',
  host: 'ada-laptop',
  grant_type: 'refresh_token',
  scope: 'members:read',
  signup: '1',
  fresh: '1',
  legalName: 'Acme & Co. (UK)',
  legalNumber: '01234567',
  taxIdentificationNumber: 'GB123456789',
  phoneNumber: '+442079460000',
  addressLine1: '12 St James’s Square',
  addressLine2: 'Third floor',
  zipCode: 'SW1Y 4JH',
  city: 'London',
  state: 'Greater London',
  country: 'GB',
};

/** Cursors are opaque. */
const withoutExample = ['after'];

const examplesByFormat: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  uri: 'https://example.com',
  date: '2026-03-01',
  'date-time': '2026-03-01T09:30:00.000Z',
};

interface SchemaFields {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** An example value for a field of a request; undefined if there is none. */
export function exampleOf(name: string, schema: JsonSchema): unknown {
  const { type, format, enum: values, const: value, anyOf, items, properties }: SchemaFields = schema;
  if (withoutExample.includes(name)) return undefined;
  if (properties) {
    const fields = Object.entries(properties).map(([field, part]) => [field, exampleOf(field, part)] as const);
    return Object.fromEntries(fields.filter(([, example]) => example !== undefined));
  }
  const named = examplesByName[name];
  if (named !== undefined) return items && !Array.isArray(named) ? [named] : named;
  if (anyOf?.[0]) return exampleOf(name, anyOf[0]);
  if (value !== undefined || values) return value ?? values?.[0];
  if (items) return [exampleOf(name, items)];
  if (type === 'boolean') return true;
  return format === undefined ? 'text' : examplesByFormat[format];
}
