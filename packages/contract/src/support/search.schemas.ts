import * as z from 'zod/mini';
import { Moment, Ulid, atMost, messages, visible } from '../fields.ts';
import { pageSize } from '../pages.schemas.ts';
import { RankedCursor } from '../staff/paging.schemas.ts';
import { InstanceEnvType } from '../workspaces/workspaces.schemas.ts';
import { longestSearch, searchProblem, tooLongSearch } from './search.rules.ts';

const SearchText = z.string({ error: (issue) => (issue.input == null ? messages.required : messages.invalid) }).check(
  z.trim(),
  // Some characters are two units of a string.
  atMost(2 * longestSearch, tooLongSearch),
  z.normalize('NFC'),
  z.regex(/^[^\p{Cc}\p{Cs}]*$/u, messages.invalid),
  visible(),
  z.superRefine((text: string, context) => {
    const message = searchProblem(text);
    if (message) context.addIssue({ code: 'custom', message, input: text });
  }),
);

export const Search = z.strictObject({
  /**
   * What is known: an id, a whole address, or words, of which each has to occur in a name, in the address or, for
   * workspaces, in the address of a customer's own instance, in any order and case. Beginnings of words are found without
   * their accents, too; less than three characters only where a word begins.
   */
  query: SearchText,
  /** The `next` of the page before. */
  after: z.optional(RankedCursor),
  /** How many rows a page has at most; 20 unless told otherwise. */
  limit: z.optional(pageSize(100)),
});
export type Search = z.infer<typeof Search>;

/** What the next page is asked for `after`; null on the last one. */
export const NextRanked = z.nullable(RankedCursor);

/** A person in few words, so that staff tell people apart; without their picture, whose host would learn of it. */
export const FoundUser = z.object({
  userId: Ulid,
  email: z.string(),
  /** Whether the identity provider says that the address is this person's. */
  emailVerified: z.boolean(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  nickname: z.string(),
  /** True while somebody who was invited has never logged in. */
  isInvited: z.boolean(),
  isQuarantined: z.boolean(),
  isSuspended: z.boolean(),
  createdAt: Moment,
  lastLoginAt: z.nullable(Moment),
});
export type FoundUser = z.infer<typeof FoundUser>;

/** A person as the owner, the maker or a member of something. */
export const NamedUser = z.object({
  userId: Ulid,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  nickname: z.string(),
});
export type NamedUser = z.infer<typeof NamedUser>;

/** A workspace in few words, so that staff tell workspaces apart. */
export const FoundWorkspace = z.object({
  workspaceId: Ulid,
  displayName: z.string(),
  instanceUrl: z.string(),
  instanceEnvType: InstanceEnvType,
  owner: NamedUser,
  createdAt: Moment,
  /** Null while it is not deleted. */
  deletedAt: z.nullable(Moment),
  /** Null while it is not quarantined. */
  quarantinedAt: z.nullable(Moment),
});
export type FoundWorkspace = z.infer<typeof FoundWorkspace>;

/** Whether so many match equally well that only a thousand of them are told; another word finds the right one. */
const IsCut = z.boolean();

/** The best matches first: by id or whole address, by a whole name, by the beginnings of words, by any parts. */
export const FoundUsers = z.object({ users: z.array(FoundUser), next: NextRanked, isCut: IsCut });
/** The best matches first, likewise. */
export const FoundWorkspaces = z.object({ workspaces: z.array(FoundWorkspace), next: NextRanked, isCut: IsCut });
