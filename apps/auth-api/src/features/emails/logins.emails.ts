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
  urgency: 'security',
  read: (client) => client,
  render: ({ at, browser, system, network }, settings) => ({
    subject: `New login to your ${settings.PRODUCT_NAME} account`,
    sentence: `Someone logged in with a browser that we have not seen before: ${toSafeText(system === null ? browser : `${browser} on ${system}`)}.`,
    link: { label: 'Review your sessions', href: `${settings.PORTAL_URL}/security` },
    paragraphs: [
      'If this was you, you don’t need to do anything. A browser also counts as new in a private window, or after you deleted its cookies.',
    ],
    facts: {
      ...(network !== null && { 'Network (approximate)': network }),
      'Logged in': formatUtcDateTime(at),
    },
    advice: {
      when: 'If this wasn’t you',
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
  urgency: 'security',
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
    sentence: `You let ${toSafeText(client)}, a command-line client, act as you.`,
    link: { label: 'End this login', href: `${settings.PORTAL_URL}/security` },
    paragraphs: ['It stays logged in for up to 90 days, until you end it or do not use it for 30 days.'],
    facts: {
      ...(host !== null && { 'Machine (as it calls itself)': toSafeText(host) }),
      ...(network !== null && { 'Network (approximate)': network }),
      'Logged in': formatUtcDateTime(at),
    },
    advice: {
      when: 'If this wasn’t you',
      steps: [endSessions(settings), changePassword(settings), revokeUnknownTokens(settings), contactSupport(settings)],
    },
  }),
};

/** To a user whose terminal login ended, because its refresh token was used by two programs. */
export const terminalLoginCopied: AccountEmailDefinition<{ clientId: string }, { readonly client: string }> = {
  optional: false,
  urgency: 'security',
  read: ({ clientId }) => ({ client: terminalClientName(clientId) ?? clientId }),
  render: ({ at, client }, settings) => ({
    subject: `We ended a terminal login of your ${settings.PRODUCT_NAME} account`,
    sentence: 'The login was used with a secret that had been replaced: someone may have a copy of its file.',
    link: { label: 'Review your sessions', href: `${settings.PORTAL_URL}/security` },
    paragraphs: ['The other possible cause is that an old copy of the file was restored.'],
    facts: { Client: toSafeText(client), Ended: formatUtcDateTime(at) },
    advice: {
      when: 'If you did not restore a copy',
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
  urgency: 'attention',
  async read(_details, { db, to, userId }) {
    const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const methods = await findEarlierLogins(user, to, { db });
    return methods.length > 0 ? { methods } : null;
  },
  render: ({ to, at, methods }, settings) => ({
    subject: `You have two ${settings.PRODUCT_NAME} accounts`,
    sentence: 'The workspaces of your earlier account are not in the new one.',
    link: { label: 'Switch accounts', href: `${settings.PORTAL_URL}/workspaces` },
    paragraphs: [
      `A new account with this address (${displayEmail(to)}) was created. Each way to log in has its own account. To open your workspaces, log out and log in as before.`,
    ],
    facts: {
      'Earlier login': toSafeText(methods.map(loginMethodPhrase).join(', ')),
      'New account created': formatUtcDateTime(at),
    },
    advice: {
      when: 'If you did not sign up',
      // The new account has a login of its own: nothing points at the password of the earlier one.
      steps: [
        { label: 'Change the password of this mailbox, which the person who signed up may be able to read' },
        contactSupport(settings),
      ],
    },
  }),
};

/** To a user who got the page of the login service on which one sets up a second factor. */
export const secondFactorStarted: AccountEmailDefinition<NoDetails, NoDetails> = {
  optional: false,
  urgency: 'security',
  read: (details) => details,
  render: ({ at }, settings) => ({
    subject: `A second factor is being set up for your ${settings.PRODUCT_NAME} account`,
    sentence:
      'Someone who is logged in to your account opened the page that adds an authenticator app or another factor.',
    link: { label: 'Login and security', href: `${settings.PORTAL_URL}/security` },
    paragraphs: [
      'If this was you, you don’t need to do anything. Your next logins can require this factor in addition to your password.',
    ],
    facts: { Opened: formatUtcDateTime(at) },
    advice: {
      when: 'If this wasn’t you',
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
  urgency: 'security',
  read: (details) => details,
  render: ({ at }, settings) => ({
    subject: `You were logged out of ${settings.PRODUCT_NAME}`,
    sentence: 'Support ended all your sessions.',
    link: { label: 'Log in', href: `${settings.PORTAL_URL}/login` },
    paragraphs: [
      'You are logged out in every browser, terminal and workspace. Your account is not locked, and your API tokens still work.',
    ],
    facts: { 'Logged out': formatUtcDateTime(at) },
    advice: {
      when: 'If you did not ask support for this',
      steps: [changePassword(settings), revokeUnknownTokens(settings), contactSupport(settings)],
    },
  }),
};
