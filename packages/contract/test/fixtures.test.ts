import type * as z from 'zod/mini';
import * as contract from '../src/index.ts';
import * as fixtures from '../fixtures/index.ts';

const schemas: Readonly<Record<keyof typeof fixtures, z.ZodMiniType>> = {
  portalSettings: contract.PortalSettings,
  aUser: contract.User,
  aWorkspace: contract.Workspace,
  anOverview: contract.WorkspaceOverview,
  aMemberCredentialSummary: contract.MemberCredentialSummary,
  aUserCredentialSummary: contract.UserCredentialSummary,
  aWorkspaceCredentialSummary: contract.WorkspaceCredentialSummary,
  anOwnCredentialSummary: contract.OwnCredentialSummary,
  aLoginSecurity: contract.LoginSecurity,
  aMember: contract.Member,
  anInvitation: contract.Invitation,
  myInvitation: contract.MyInvitation,
  hiddenInvitation: contract.HiddenInvitation,
  aCredentialSummary: contract.CredentialSummary,
  anAccountDeletion: contract.AccountDeletion,
  anOwnershipOffer: contract.OwnershipOffer,
  aToken: contract.AuthToken,
  aSubscription: contract.ActiveSubscription,
  aBillingOverview: contract.BillingOverview,
  anInvoice: contract.Invoice,
  anAttention: contract.Attention,
  anEndingToken: contract.MyEndingToken,
  billingDetails: contract.BillingDetails,
  someLegalDocuments: contract.LegalDocuments,
  aSession: contract.UserSession,
};

it.each(Object.keys(fixtures) as (keyof typeof fixtures)[])('the fixture %s is valid and complete', (name) => {
  const fixture = fixtures[name]();
  expect(schemas[name].parse(fixture)).toEqual(fixture);
});
