import { foldText } from '../fold-text.rules.ts';
import type { User } from './users.schemas.ts';

/**
 * First and last name, or the nickname if both are missing. Users are shown to each other by their nickname, as the hint of that
 * field promises. Full names are for staff, and for the owner on the card of a workspace. Source: specification sections 2 and 3.
 */
export const fullNameOf = ({ firstName, lastName, nickname }: Pick<User, 'firstName' | 'lastName' | 'nickname'>) =>
  [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || nickname;

/** Words for people who act for the product. */
const officialWords = ['support', 'security', 'admin', 'administrator', 'helpdesk', 'official', 'staff', 'team'];

/** The words of a name in lower case, without accents and in one form: `Ｓécurity` is `security`. */
const wordsOf = (name: string) =>
  foldText(name)
    .replace(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * An error message if a nickname could be taken for us: it has the name of the product, also in one word (`AcmePortal`), several
 * official words (`Ada, Security Team`) or only one (`Support`). Null for other names: one official word among others is the role of
 * a person, such as `Ada (Support)`. Letters of another script that look like Latin ones are not recognized.
 */
export function impersonationError(nickname: string, productName: string): string | null {
  const words = wordsOf(nickname);
  const product = wordsOf(productName).join('');
  const hasProduct = words.some((_, start) =>
    words.some((__, end) => end >= start && words.slice(start, end + 1).join('') === product),
  );
  const officialCount = words.filter((word) => officialWords.includes(word)).length;
  const isOfficial = officialCount > 1 || (officialCount === 1 && words.length === 1);
  return hasProduct || isOfficial ? 'Choose a name that can’t be taken for our support' : null;
}

/** Whether an account is quarantined or suspended. A locked user only sees the notice and public pages. */
export const isAccountLocked = ({ quarantinedAt, suspendedAt }: Pick<User, 'quarantinedAt' | 'suspendedAt'>) =>
  quarantinedAt !== null || suspendedAt !== null;
