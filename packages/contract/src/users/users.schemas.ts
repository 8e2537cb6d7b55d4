import * as z from 'zod/mini';
import {
  IsoTimestamp,
  IdInput,
  Ulid,
  maxLength,
  emptyAsNull,
  validationMessages,
  optionalName,
  requiredName,
  noHiddenCharacters,
} from '../primitives.ts';

/** Source: specification section 5, "Profile". */
const discordName = /^(?:(?!.*\.\.)[\w.]{2,32}|[^@#:<>\p{Cc}]{2,32}#\d{4})$/u;
const discordReserved = /^(?:discord|here|everyone)/i;
/** 32 characters, `#` and four digits. */
const maxDiscordNameLength = 37;
const invalidDiscordName = 'Invalid discord tag';
const githubName = /^[A-Za-z\d](?:[A-Za-z\d]|-(?=[A-Za-z\d])){0,38}$/;

/** A Discord username: 2 to 32 letters, digits, dots and underscores, or an old one with `#` and four digits. */
export const DiscordUsername = z.string(invalidDiscordName).check(
  z.trim(),
  maxLength(maxDiscordNameLength, invalidDiscordName),
  z.regex(discordName, invalidDiscordName),
  z.refine((name: string) => !discordReserved.test(name), invalidDiscordName),
  noHiddenCharacters(invalidDiscordName),
);

/** A GitHub username: 1 to 39 letters, digits and single inner hyphens. */
export const GithubUsername = z
  .string('Invalid github username')
  .check(z.trim(), maxLength(39, 'Invalid github username'), z.regex(githubName, 'Invalid github username'));

const pictureUrlPattern = /^(?:[Hh][Tt][Tt][Pp][Ss]:\/\/|http:\/\/localhost[:/])[^\s\p{Cc}\\<>"]+$/u;

/** The URL of a picture: https, or http on localhost. */
export const PictureUrl = z
  .string(validationMessages.url)
  .check(
    z.trim(),
    maxLength(2048, validationMessages.url),
    z.regex(pictureUrlPattern, validationMessages.url),
    z.url(validationMessages.url),
    noHiddenCharacters(validationMessages.url),
  );

export const maxNameLength = 255;
const nameLength = { max: maxNameLength };

/** The fields that users can change. The others belong to the identity provider or to staff. */
export const ProfileEdit = z.object({
  firstName: z.optional(optionalName(nameLength)),
  lastName: z.optional(optionalName(nameLength)),
  nickname: z.optional(requiredName(nameLength)),
  /** An https URL, or http on localhost; null or empty for none. */
  pictureUrl: z.optional(emptyAsNull(PictureUrl)),
  /** 2 to 32 letters, digits, dots and underscores, or an old username with `#` and four digits; null or empty for none. */
  discordUsername: z.optional(emptyAsNull(DiscordUsername)),
  /** 1 to 39 letters, digits and single inner hyphens; null or empty for none. */
  githubUsername: z.optional(emptyAsNull(GithubUsername)),
});
export type ProfileEdit = z.infer<typeof ProfileEdit>;

/** The current user. Source: specification section 3. */
export const User = z.object({
  id: Ulid,
  /** The email at the identity provider, lower-cased. */
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** The display name in the application. Never empty. */
  nickname: z.string(),
  /** Whether the identity provider verified the email. */
  emailVerified: z.boolean(),
  pictureUrl: z.nullable(z.string()),
  /** The picture at the identity provider, also if `pictureUrl` is a different one or null. */
  providerPictureUrl: z.nullable(z.string()),
  githubUsername: z.nullable(z.string()),
  discordUsername: z.nullable(z.string()),
  /** The id at the identity provider; null if the user was invited and has never logged in. */
  auth0Id: z.nullable(z.string()),
  /** When the quarantine took effect, or null. */
  quarantinedAt: z.nullable(IsoTimestamp),
  /** When the suspension took effect, or null. */
  suspendedAt: z.nullable(IsoTimestamp),
  /** The active account lock, or null. A quarantine takes precedence over a suspension. */
  lockOut: z.nullable(
    z.object({
      /** When it ends automatically; null for no end. */
      until: z.nullable(IsoTimestamp),
      /** The reason, as staff entered it. Null unless the email is verified. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** When the account is deleted for good; null unless the user requested it. */
  deletionDueAt: z.nullable(IsoTimestamp),
  /** True until the user accepts the current version of the terms. */
  needsTosUpdate: z.boolean(),
  /** The current version of the terms. */
  latestTosVersion: z.string(),
  onboardingDetails: z.object({
    /** When the user first reviewed their profile, or null. */
    reviewedProfile: z.nullable(IsoTimestamp),
    /** Whether the list of workspaces shows the first steps: from the first review of the profile until the user closes them. */
    showsFirstSteps: z.optional(z.boolean()),
  }),
});
export type User = z.infer<typeof User>;

/** Path parameters of the calls about a user. */
export const UserParams = z.object({
  /** The user's id. `whoami` returns your own. */
  userId: IdInput,
});

/** The user after the change. */
export const UserResult = z.object({ user: User });

/** What staff prepared for an email goes to the user who proves that the mailbox is theirs. Source: decision 34. */
export const RefreshedUser = z.object({
  user: User,
  /** Whether workspaces that staff prepared for your email wait for that proof, which `listMyInvitations` names. */
  preparedWorkspacesWaiting: z.boolean(),
});

/** The earlier accounts with the user's email, for a user who logged in another way than before. */
export const OtherLogins = z.object({
  /** How they log in, such as "Google", each method once. Empty unless your login proves that the mailbox is yours. */
  methods: z.array(z.string()),
});
export type OtherLogins = z.infer<typeof OtherLogins>;
