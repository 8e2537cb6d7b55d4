import { displayEmail, formatUtcDateTime, loginMethodPhrase, maskAddress, terminalClientName } from '@portal/contract';
import type { AccountEmailDefinition, NoDetails } from './account-email-definition.ts';
import {
  changePassword,
  changePasswordOnly,
  contactSupport,
  endSessions,
  revokeUnknownTokens,
} from './layout/content.ts';
import { toSafeText } from './layout/safe-text.ts';
import { findEarlierLogins } from './other-logins.ts';

interface Client {
  readonly browser: string;
  readonly system: string | null;
  readonly network: string | null;
}

export const newDevice: AccountEmailDefinition<Client, Client> = {
  optional: false,
  read: (client) => client,
  render: ({ at, browser, system, network }, settings) => ({
    subject: `New login to your ${settings.PRODUCT_NAME} account`,
    paragraphs: [
      'Someone logged in to your account with a browser that we have not seen before.',
      'If this was you, you don’t need to do anything. A browser also counts as new in a private window, or after you deleted its cookies.',
    ],
    facts: {
      Browser: toSafeText(system === null ? browser : `${browser} on ${system}`),
      ...(network !== null && { 'Network (approximate)': network }),
      'Logged in': formatUtcDateTime(at),
    },
    link: { label: 'Review your sessions', href: `${settings.PORTAL_URL}/security` },
    advice: {
      title: 'If this wasn’t you:',
      steps: [changePassword(settings), endSessions(settings), revokeUnknownTokens(settings), contactSupport(settings)],
    },
  }),
};

interface Terminal {
  readonly client: string;
  readonly host: string | null;
  readonly network: string | null;
}

/** To a user who let a command-line client act as them. Also after the login has ended: what it did may remain. */
export const terminalLogin: AccountEmailDefinition<{ sessionId: string; clientId: string }, Terminal> = {
  optional: false,
  async read({ sessionId, clientId }, { db }) {
    const login = await db.terminalLogin.findUnique({
      where: { sessionId },
      select: { host: true, session: { select: { ip: true } } },
    });
    const ip = login?.session.ip ?? null;
    return {
      client: terminalClientName(clientId) ?? clientId,
      host: login?.host ?? null,
      network: ip === null ? null : maskAddress(ip),
    };
  },
  render: ({ at, client, host, network }, settings) => ({
    subject: `New terminal login to your ${settings.PRODUCT_NAME} account`,
    paragraphs: [
      'You let a command-line client act as you. It stays logged in for up to 90 days, until you end it or do not use it for 30 days.',
    ],
    facts: {
      Client: toSafeText(client),
      ...(host !== null && { 'Machine (as it calls itself)': toSafeText(host) }),
      ...(network !== null && { 'Network (approximate)': network }),
      'Logged in': formatUtcDateTime(at),
    },
    link: { label: 'End this login', href: `${settings.PORTAL_URL}/security` },
    advice: {
      title: 'If this wasn’t you:',
      steps: [endSessions(settings), changePassword(settings), revokeUnknownTokens(settings), contactSupport(settings)],
    },
  }),
};

/** To a user whose terminal login ended, because its refresh token was used by two programs. */
export const terminalLoginCopied: AccountEmailDefinition<{ clientId: string }, { readonly client: string }> = {
  optional: false,
  read: ({ clientId }) => ({ client: terminalClientName(clientId) ?? clientId }),
  render: ({ at, client }, settings) => ({
    subject: `We ended a terminal login of your ${settings.PRODUCT_NAME} account`,
    paragraphs: [
      'A terminal login was used with a secret that had been replaced before. Either someone else has a copy of its file, or an old copy of the file was restored. So we ended the login.',
    ],
    facts: { Client: toSafeText(client), Ended: formatUtcDateTime(at) },
    link: { label: 'Review your sessions', href: `${settings.PORTAL_URL}/security` },
    advice: {
      title: 'If you did not restore a copy:',
      // A copied file says nothing about the password.
      steps: [
        { label: 'Find out who can read your files on the machine of this login, before you log in there again' },
        endSessions(settings),
        revokeUnknownTokens(settings),
        contactSupport(settings),
      ],
    },
  }),
};

interface OtherLogins {
  /** How the accounts that have workspaces log in. */
  readonly methods: readonly string[];
}

/** To a user who signed up although another account with the same address has workspaces. */
export const otherLogins: AccountEmailDefinition<NoDetails, OtherLogins> = {
  optional: false,
  async read(_details, { db, to, userId }) {
    const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const methods = await findEarlierLogins(user, to, { db });
    return methods.length > 0 ? { methods } : null;
  },
  render: ({ to, at, methods }, settings) => ({
    subject: `You have two ${settings.PRODUCT_NAME} accounts`,
    paragraphs: [
      `A new account with this address (${displayEmail(to)}) was created. You already have an account with this address, and its workspaces are not in the new one.`,
      'Each way to log in has its own account. To open your workspaces, log out and log in as before.',
    ],
    facts: {
      'Your earlier account logs in with': toSafeText(methods.map(loginMethodPhrase).join(', ')),
      'New account created': formatUtcDateTime(at),
    },
    link: { label: 'Switch accounts', href: `${settings.PORTAL_URL}/workspaces` },
    advice: {
      title: 'If you did not sign up:',
      // The new account has a login of its own: nothing points at the password of the earlier one.
      steps: [
        { label: 'Change the password of this mailbox: the person who signed up may be able to read it' },
        contactSupport(settings),
      ],
    },
  }),
};

/** To a user who got the page of the login service on which one sets up a second factor. */
export const secondFactorStarted: AccountEmailDefinition<NoDetails, NoDetails> = {
  optional: false,
  read: (details) => details,
  render: ({ at }, settings) => ({
    subject: `A second factor is being set up for your ${settings.PRODUCT_NAME} account`,
    paragraphs: [
      'Someone who is logged in to your account opened the page on which a second factor is set up, such as an authenticator app. Your next logins can then require it, in addition to your password.',
      'If this was you, you don’t need to do anything.',
    ],
    facts: { Opened: formatUtcDateTime(at) },
    link: { label: 'Login and security', href: `${settings.PORTAL_URL}/security` },
    advice: {
      title: 'If this wasn’t you:',
      steps: [
        endSessions(settings),
        changePasswordOnly(settings),
        {
          ...contactSupport(settings),
          label: `Contact ${settings.SUPPORT_EMAIL} if a login asks for a second factor that you did not set up`,
        },
      ],
    },
  }),
};

export const sessionsEndedByStaff: AccountEmailDefinition<NoDetails, NoDetails> = {
  optional: false,
  read: (details) => details,
  render: ({ at }, settings) => ({
    subject: `You were logged out of ${settings.PRODUCT_NAME}`,
    paragraphs: [
      `${settings.PRODUCT_NAME} support logged you out in every browser and terminal, and of the instances that you entered from there. Your account is not locked, and your API tokens still work.`,
    ],
    facts: { 'Logged out': formatUtcDateTime(at) },
    link: { label: 'Log in', href: `${settings.PORTAL_URL}/login` },
    advice: {
      title: 'If you did not ask support for this:',
      steps: [changePassword(settings), revokeUnknownTokens(settings), contactSupport(settings)],
    },
  }),
};
