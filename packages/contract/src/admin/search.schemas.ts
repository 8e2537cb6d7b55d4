import * as z from 'zod/mini';
import {
  IsoTimestamp,
  Ulid,
  maxLength,
  validationMessages,
  noControlCharacters,
  noInvisibleCharacters,
} from '../primitives.ts';
import { pageSize, RankCursor } from '../pagination.ts';
import { InstanceEnvType } from '../workspaces/workspaces.schemas.ts';
import { maxSearchLength, searchQueryError, searchTooLongMessage } from './search.rules.ts';

const SearchText = z
  .string({ error: (issue) => (issue.input == null ? validationMessages.required : validationMessages.invalid) })
  .check(
    z.trim(),
    // `searchQueryError` counts code points; some take two UTF-16 units.
    maxLength(2 * maxSearchLength, searchTooLongMessage),
    z.normalize('NFC'),
    noControlCharacters(),
    noInvisibleCharacters(),
    z.superRefine((text: string, context) => {
      const message = searchQueryError(text);
      if (message) context.addIssue({ code: 'custom', message, input: text });
    }),
  );

/** A search by staff, and the page of its matches. */
export const SearchQuery = z.strictObject({
  /**
   * An id, a full email address, or words. Each word must occur in a name, in the email or, for workspaces, in the URL of a
   * customer's own instance, in any order and case. The start of a word also matches without its accents. Words of fewer than
   * three characters only match the start of a word.
   */
  query: SearchText,
  /** The `next` of the previous page. */
  after: z.optional(RankCursor),
  /** The maximum number of rows of a page; 20 by default. */
  limit: z.optional(pageSize(100)),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

/** The `after` of the next page; null on the last page. */
export const NextRankCursor = z.nullable(RankCursor);

/** A user in search results. Without the picture, because its host would learn about the search. */
export const UserSearchResult = z.object({
  userId: Ulid,
  email: z.string(),
  /** Whether the identity provider verified the email. */
  emailVerified: z.boolean(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  nickname: z.string(),
  /** True if the user was invited and has never logged in. */
  isInvited: z.boolean(),
  isQuarantined: z.boolean(),
  isSuspended: z.boolean(),
  createdAt: IsoTimestamp,
  lastLoginAt: z.nullable(IsoTimestamp),
});
export type UserSearchResult = z.infer<typeof UserSearchResult>;

/** A user as the owner, creator or member of something. */
export const UserSummary = z.object({
  userId: Ulid,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  nickname: z.string(),
});
export type UserSummary = z.infer<typeof UserSummary>;

/** A workspace in search results. */
export const WorkspaceSearchResult = z.object({
  workspaceId: Ulid,
  displayName: z.string(),
  instanceUrl: z.string(),
  instanceEnvType: InstanceEnvType,
  owner: UserSummary,
  createdAt: IsoTimestamp,
  /** Null unless deleted. */
  deletedAt: z.nullable(IsoTimestamp),
  /** Null unless quarantined. */
  quarantinedAt: z.nullable(IsoTimestamp),
});
export type WorkspaceSearchResult = z.infer<typeof WorkspaceSearchResult>;

/** True if more than a thousand rows match equally well and the rest is left out. A more specific search finds it. */
const IsTruncated = z.boolean();

/** Best matches first: by id or full email, by full name, by the start of words, by any part. */
export const UserSearchPage = z.object({ users: z.array(UserSearchResult), next: NextRankCursor, isCut: IsTruncated });
/** Best matches first, in the same order. */
export const WorkspaceSearchPage = z.object({
  workspaces: z.array(WorkspaceSearchResult),
  next: NextRankCursor,
  isCut: IsTruncated,
});
