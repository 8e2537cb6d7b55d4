import { displayEmail } from '@portal/contract';
import { toPlainText } from '../../../platform/lib/plain-text.ts';

const maxCharacters = 60;

/** Prepares a text that a user chose for an email to another user: one line of at most 60 characters, without links. */
export const toSafeText = (text: string) => toPlainText(text, maxCharacters);

/** An address without punctuation that a mail program may take for the end of the address. */
const ordinaryAddress =
  /^[\p{L}\p{M}\p{N}_+&'-]+(\.[\p{L}\p{M}\p{N}_+&'-]+)*@[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;

/** Prepares an email address for an email: as people read it if it is an ordinary one, otherwise like `toSafeText`. */
export function toSafeAddress(email: string): string {
  const shown = displayEmail(email);
  return ordinaryAddress.test(shown) && shown.length <= 254 ? shown : toSafeText(shown);
}

/** Quotation marks, which would end the quotation that a name is in. */
const quotationMarks = /["“”„‟«»＂〝〞〟]/gu;

/** A name that a user chose, in quotation marks: it cannot be taken for our own words. */
export const quoteName = (name: string) => `“${toSafeText(name).replace(quotationMarks, '’')}”`;

/** A user, or a service account by its name. */
type DescribedActor = Parameters<typeof describeUser>[0] | { readonly serviceAccountName: string };

/** Who did something, for an email to a user. */
export const describeActor = (actor: DescribedActor) =>
  'serviceAccountName' in actor ? `The service account ${quoteName(actor.serviceAccountName)}` : describeUser(actor);

/** The nickname and the address of a user, for an email to another user. */
export const describeUser = ({ nickname, email }: { readonly nickname: string; readonly email: string }) =>
  `${quoteName(nickname)} (${toSafeAddress(email)})`;
