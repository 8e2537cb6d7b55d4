import * as z from 'zod';

/** Of any letters, also those that the API refuses. Source: community.auth0.com/t/113488, "symbols and multibyte characters can be registered". */
const emailText = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/u;

/** The address of an account of GitHub or Google, which Auth0 keeps as it is. Source: community.auth0.com/t/124757 */
export const SocialEmail = z.string().trim().max(254).regex(emailText, { error: 'Enter a valid email address.' });

/** The address of an account with a password or a code, which Auth0 stores in lower case. Source: community.auth0.com/t/124757 */
export const AccountEmail = SocialEmail.toLowerCase();
