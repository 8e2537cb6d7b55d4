import { Router } from 'express';
import { sendPage } from '../emulator/page.ts';
import { messagePage, toPortal } from './pages.ts';
import type { Redemption, Verification } from './verification.ts';

const outcomes: Readonly<Record<Redemption, { status: number; title: string; text: (email: string) => string }>> = {
  verified: {
    status: 200,
    title: 'Your email address is verified',
    text: (email) => `Thank you. ${email} is verified. Go back to the portal to continue.`,
  },
  used: {
    status: 400,
    title: 'This link has already been used',
    text: (email) => `Each link works once. If ${email} is not verified yet, request a new link in the portal.`,
  },
  expired: {
    status: 400,
    title: 'This link has expired',
    text: (email) => `Request a new link for ${email} in the portal.`,
  },
  unknown: {
    status: 400,
    title: 'This link is invalid',
    text: () => 'Check that you opened the complete link, or request a new one in the portal.',
  },
};

/** The page that the links in verification emails open. */
export function verificationRoutes(verification: Verification, portalUrl: string | undefined): Router {
  const routes = Router();
  routes.get('/email-verification', (request, response) => {
    const { ticket } = request.query;
    const { outcome, account } = verification.redeem(typeof ticket === 'string' ? ticket : '');
    const { status, title, text } = outcomes[outcome];
    const action = toPortal(portalUrl, '/');
    sendPage(response, messagePage({ title, lead: text(account?.email ?? 'your email address'), status, action }));
  });
  return routes;
}
