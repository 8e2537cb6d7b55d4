import type { ErrorType } from '@portal/contract';
import type { Response } from 'express';
import type { Settings } from '../../platform/config/settings.ts';
import type { ApiError } from '../../platform/errors/api-error.ts';
import { sendPage, type PageContent } from './html-page.ts';
import type { RequestContext } from '../call/request-context.ts';

type ErrorContext = Pick<RequestContext, 'request' | 'call'>;

/** Sends the error of a call that a browser shows as an HTML page with a link to continue. */
export function sendErrorPage(res: Response, error: ApiError, context: ErrorContext, settings: Settings): void {
  const content = {
    title: titles[error.type] ?? 'Something went wrong',
    text: error.message,
    ...nextActions(error, context, settings),
    requestId: context.request.id,
  };
  sendPage(res, error.status, content, settings);
}

const titles: Partial<Record<ErrorType, string>> = {
  HeadersTooLarge: 'Too many cookies',
  InvalidLink: 'This link does not work',
  NotSignedIn: 'Please log in',
  NotAllowed: 'You can’t open this',
  WorkspaceNotFound: 'Workspace not found',
  InvoiceNotFound: 'Invoice not found',
  EmailNotVerified: 'Verify your email address',
  TermsNotAccepted: 'Review the terms of service',
  LoginNotFinished: 'Login not completed',
  LoginDenied: 'The login was refused',
  LoginNotFresh: 'A new login is required',
  LoginUserMismatch: 'You logged in with a different account',
  NoEmailAtProvider: 'Your email address can’t be used',
  IdentityProviderMisconfigured: 'You can’t log in right now',
  IdentityProviderUnavailable: 'The login service is unavailable',
  BillingUnavailable: 'Billing is unavailable',
  BillingMisconfigured: 'Billing is unavailable',
  TooManyRequests: 'Too many attempts',
};

const loginErrors: readonly ErrorType[] = [
  'LoginNotFinished',
  'IdentityProviderMisconfigured',
  'IdentityProviderUnavailable',
  'NoEmailAtProvider',
];

const billingErrors: readonly ErrorType[] = ['BillingUnavailable', 'BillingMisconfigured', 'InvoiceNotFound'];

/** What the user can do, and a second link if there are two ways on. Every page links to the support, too. */
function nextActions(error: ApiError, context: ErrorContext, settings: Settings): Pick<PageContent, 'action' | 'back'> {
  const { type, isNewLogin } = error;
  const backToPortal = { label: 'Back to the portal', href: `${settings.PORTAL_URL}/login-success?incomplete=1` };
  // Only the account of the session can log in again. The portal opens the page that asked for it. If none did, it offers another
  // login. If the session has ended, it opens the login page.
  if (type === 'LoginDenied' && isNewLogin) return { action: backToPortal };
  if (type === 'LoginDenied') {
    // The provider remembers the account that it refused, so this login asks for the credentials.
    const href = `${settings.AUTH_API_URL}/auth/login?fresh=1`;
    return { action: { label: 'Log in with another account', href } };
  }
  const action = nextAction(error, context, settings);
  if (type === 'IdentityProviderMisconfigured') return { action };
  // The session is still valid.
  if (isNewLogin && loginErrors.includes(type)) return { action, back: backToPortal };
  return { action };
}

function nextAction({ type, isNewLogin }: ApiError, { call }: ErrorContext, settings: Settings): PageContent['action'] {
  const newLoginUrl = `${settings.AUTH_API_URL}/auth/login?fresh=1`;
  if (loginErrors.includes(type)) {
    // The portal knows the invitation that the user came with. It starts no login for a user who is logged in.
    return { label: 'Try again', href: isNewLogin ? newLoginUrl : `${settings.PORTAL_URL}/login?retry=1` };
  }
  if (type === 'LoginNotFresh' || type === 'LoginUserMismatch') {
    return { label: 'Log in again', href: newLoginUrl };
  }
  if (billingErrors.includes(type)) return { label: 'Back to billing', href: `${settings.PORTAL_URL}/billing` };
  // A link to the login itself would count against the limit again.
  const isLogin = call?.path.startsWith('/auth/');
  if (type === 'TooManyRequests' && isLogin)
    return { label: 'Back to the login page', href: `${settings.PORTAL_URL}/login` };
  if (type === 'NotSignedIn') return { label: 'Log in', href: `${settings.PORTAL_URL}/login` };
  return { label: 'Back to the portal', href: `${settings.PORTAL_URL}/workspaces` };
}
