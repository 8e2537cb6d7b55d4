import {
  billingContactCalls,
  accountCalls,
  accountEmailCalls,
  credentialCalls,
  adminCalls,
  featureFlagCalls,
  apiErrors,
  attentionCalls,
  billingCalls,
  billingOverviewCalls,
  invitationCalls,
  loginSecurityCalls,
  ownershipCalls,
  serviceAccountCalls,
  userCalls,
  userSessionCalls,
  type ResponseOf,
  type Call,
  type ChangedField,
  type FieldError,
  type ErrorType,
} from '@portal/contract';
import { http, HttpResponse, delay, type HttpHandler, type PathParams } from 'msw';
import { setupServer } from 'msw/node';
import { ulid } from 'ulid';
import {
  aBillingOverview,
  aCredentialSummary,
  aLoginSecurity,
  aMemberCredentialSummary,
  anOwnCredentialSummary,
  aUserCredentialSummary,
  aWorkspaceCredentialSummary,
  anAccountDeletion,
  anAttention,
  aSession,
  aSubscription,
} from '@portal/contract/fixtures';

export const apiUrl = 'http://api.test';

/** A request as a test sees it. */
export interface ReceivedRequest {
  params: PathParams;
  body: unknown;
  headers: Headers;
  url: URL;
}

type MockResponse<C extends Call> =
  | ResponseOf<C>
  | Response
  | ((received: ReceivedRequest) => ResponseOf<C> | Response);

/** An error response in the API's format. */
export function errorResponse(
  type: ErrorType,
  message: string = apiErrors[type].message,
  fields?: FieldError[],
  changed?: ChangedField[],
): Response {
  const details = (fields ?? changed) && { details: { fields, changed } };
  return HttpResponse.json(
    { error: { type, message, ...details }, requestId: ulid() },
    { status: apiErrors[type].status },
  );
}

const methods = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete };

/**
 * The longest random delay of a response, in milliseconds. A test that passes only when responses arrive in one order fails with
 * `RESPONSE_DELAY_MS=150 npm test -w @portal/portal`.
 */
const maxRandomDelay = Number(process.env['RESPONSE_DELAY_MS'] ?? 0);
const realTimer = setTimeout;

/** Mocks a call of the contract, after a delay in milliseconds or once a gate is open. The response has the call's type. */
export function mockCall<C extends Call>(
  call: C,
  response: MockResponse<C>,
  delayOrGate: number | (() => Promise<unknown>) = 0,
): HttpHandler {
  return methods[call.method](apiUrl + call.path, async ({ request, params }) => {
    const text = await request.text();
    if (typeof delayOrGate === 'function') await delayOrGate();
    else if (delayOrGate > 0) await delay(delayOrGate);
    const received = {
      params,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      headers: request.headers,
      url: new URL(request.url),
    };
    const result =
      typeof response === 'function' ? (response as (received: ReceivedRequest) => unknown)(received) : response;
    // Delays only the response: the test has already recorded the request. A test with fake timers moves the clock on without waiting
    // for responses.
    if (maxRandomDelay > 0 && setTimeout === realTimer) await delay(Math.random() * maxRandomDelay);
    return result instanceof Response ? (result.clone() as HttpResponse<never>) : HttpResponse.json(result as never);
  });
}

/**
 * Combines what the mocks of the single calls respond with, as the API does. It fails if one of them does, or if the invitations have
 * several pages: then the portal makes the single calls.
 */
const mockAttention = http.get(apiUrl + attentionCalls.getAttention.path, async () => {
  const invitations = await readMock(invitationCalls.listMyInvitations);
  const offers = await readMock(ownershipCalls.listOwnershipOffers);
  const subscription = await readMock(billingCalls.getActiveSubscription);
  const overview = await readMock(billingOverviewCalls.getBillingOverview);
  const logins = await readMock(userCalls.listOtherLogins);
  const isWhole = [invitations, offers, subscription, overview, logins].every(({ isComplete }) => isComplete);
  if (!isWhole) return errorResponse('InternalError');
  return HttpResponse.json(
    anAttention({
      invitations: invitations.body,
      ownershipOffers: offers.body.offers,
      activeSubscription: subscription.body.activeSubscription,
      unpaidInvoice: overview.body.billingOverview.unpaidInvoice,
      otherLogins: logins.body.methods,
    }),
  );
});

/** What the mock of a call about the user responds with. It is not complete if it is an error, or the first of several pages. */
async function readMock<C extends Call>(call: C) {
  const response = await fetch(apiUrl + call.path.replace(':userId', 'me'));
  const body = (await response.json()) as ResponseOf<C>;
  return { body, isComplete: response.ok && !response.headers.has('Link') };
}

/**
 * Responses to the requests that most pages send, for a user on the free tier without a card, invitations and offers. A test overrides
 * what it needs.
 */
export const server = setupServer(
  mockCall(featureFlagCalls.listFeatureFlags, { auth_portal_admin_page: false, 'approvals-opt-in-out': false }),
  mockCall(userCalls.refreshAuth0Profile, errorResponse('TooManyRequests')),
  mockCall(userCalls.listOtherLogins, { methods: [] }),
  mockCall(billingContactCalls.listBillingContacts, { contacts: [] }),
  mockCall(invitationCalls.listMyInvitations, []),
  mockCall(invitationCalls.previewInvitationLink, { isOpen: true, invitation: null }),
  mockCall(invitationCalls.listInvitations, []),
  mockCall(invitationCalls.checkInvitationEmails, { waiting: [] }),
  mockCall(billingCalls.getActiveSubscription, { activeSubscription: aSubscription() }),
  mockCall(billingOverviewCalls.getBillingOverview, { billingOverview: aBillingOverview() }),
  mockCall(accountEmailCalls.getEmailPreferences, {
    emailPreferences: { tokenExpiring: true, invitationAccepted: true, memberLeft: true },
  }),
  mockCall(accountCalls.getAccountDeletion, anAccountDeletion()),
  mockCall(userSessionCalls.listSessions, {
    sessions: [aSession({ isCurrent: true })],
    next: null,
    tokensToReview: { tokens: [], total: 0 },
  }),
  mockCall(loginSecurityCalls.getLoginSecurity, aLoginSecurity()),
  mockCall(serviceAccountCalls.listServiceAccounts, { serviceAccounts: [], isPaused: false }),
  mockCall(ownershipCalls.listOwnershipOffers, { offers: [] }),
  mockAttention,
  mockCall(ownershipCalls.getOwnershipOffer, { offer: null, reassignment: null }),
  mockCall(credentialCalls.getMemberCredentials, aMemberCredentialSummary()),
  mockCall(credentialCalls.getWorkspaceCredentials, aWorkspaceCredentialSummary()),
  mockCall(adminCalls.getWorkspaceCredentialsForStaff, aCredentialSummary()),
  mockCall(credentialCalls.getOwnCredentials, anOwnCredentialSummary()),
  mockCall(adminCalls.getUserCredentialsForStaff, aUserCredentialSummary()),
);
