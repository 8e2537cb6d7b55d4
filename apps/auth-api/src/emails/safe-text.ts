import { toPlainText } from '../lib/plain-text.ts';

const maxCharacters = 60;

/** Prepares a text that a user chose for an email to another user: one line of at most 60 characters, without links. */
export const toSafeText = (text: string) => toPlainText(text, maxCharacters);

/** Prepares an email address for an email: unchanged if it is an ordinary one, otherwise like `toSafeText`. */
export const toSafeAddress = (email: string) =>
  /^[\p{L}\p{N}_+-]+(\.[\p{L}\p{N}_+-]+)*@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(email) && email.length <= 254
    ? email
    : toSafeText(email);

/** Quotation marks, which would end the quotation that a name is in. */
const quotationMarks = /["“”„‟«»＂〝〞〟]/gu;

/** A name that a user chose, in quotation marks: it cannot be taken for our own words. */
export const quoteName = (name: string) => `“${toSafeText(name).replace(quotationMarks, '’')}”`;

/** The nickname and the address of a user, for an email to another user. */
export const describeUser = ({ nickname, email }: { readonly nickname: string; readonly email: string }) =>
  `${quoteName(nickname)} (${toSafeAddress(email)})`;
