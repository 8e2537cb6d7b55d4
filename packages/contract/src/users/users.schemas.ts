import * as z from 'zod/mini';
import {
  Moment,
  PathId,
  Ulid,
  atMost,
  emptyMeansNull,
  messages,
  optionalPersonName,
  requiredPersonName,
  visible,
} from '../fields.ts';

/** Source: specification section 5, "Profile". */
const discordName = /^(?:(?!.*\.\.)[\w.]{2,32}|[^@#:<>\p{Cc}]{2,32}#\d{4})$/u;
const discordReserved = /^(?:discord|here|everyone)/i;
/** 32 characters, `#` and four digits. */
const longestDiscordName = 37;
const invalidDiscordName = 'Invalid discord tag';
const githubName = /^[A-Za-z\d](?:[A-Za-z\d]|-(?=[A-Za-z\d])){0,38}$/;

/** A name at Discord: 2 to 32 letters, digits, dots and underscores, or an old one with `#` and four digits. */
export const DiscordUsername = z.string(invalidDiscordName).check(
  z.trim(),
  atMost(longestDiscordName, invalidDiscordName),
  z.regex(discordName, invalidDiscordName),
  z.refine((name: string) => !discordReserved.test(name), invalidDiscordName),
  visible(invalidDiscordName),
);

/** A name at GitHub: 1 to 39 letters, digits and single hyphens within. */
export const GithubUsername = z
  .string('Invalid github username')
  .check(z.trim(), atMost(39, 'Invalid github username'), z.regex(githubName, 'Invalid github username'));

const pictureAddress = /^(?:[Hh][Tt][Tt][Pp][Ss]:\/\/|http:\/\/localhost[:/])[^\s\p{Cc}\\<>"]+$/u;

/** A picture that browsers may load: https, or http on this machine. */
export const PictureUrl = z
  .string(messages.url)
  .check(
    z.trim(),
    atMost(2048, messages.url),
    z.regex(pictureAddress, messages.url),
    z.url(messages.url),
    visible(messages.url),
  );

const nameLength = { max: 255 };

/** What people may change about themselves. Everything else of a user belongs to the identity provider or to staff. */
export const ProfileEdit = z.object({
  firstName: z.optional(optionalPersonName(nameLength)),
  lastName: z.optional(optionalPersonName(nameLength)),
  nickname: z.optional(requiredPersonName(nameLength)),
  /** A picture that browsers may load: https, or http on this machine; null or empty for none. */
  pictureUrl: z.optional(emptyMeansNull(PictureUrl)),
  /** A name at Discord: 2 to 32 letters, digits, dots and underscores, or an old one with `#` and four digits; null or empty for none. */
  discordUsername: z.optional(emptyMeansNull(DiscordUsername)),
  /** A name at GitHub: 1 to 39 letters, digits and single hyphens within; null or empty for none. */
  githubUsername: z.optional(emptyMeansNull(GithubUsername)),
});
export type ProfileEdit = z.infer<typeof ProfileEdit>;

/** A user as they see themselves. Source: specification section 3. */
export const User = z.object({
  id: Ulid,
  /** The identity provider's address of this person, lower-cased. */
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** What the person is called in the application; never empty. */
  nickname: z.string(),
  /** Whether the identity provider says that the address is this person's. */
  emailVerified: z.boolean(),
  pictureUrl: z.nullable(z.string()),
  /** The picture that the identity provider has of this person, whether or not they show it. */
  providerPictureUrl: z.nullable(z.string()),
  githubUsername: z.nullable(z.string()),
  discordUsername: z.nullable(z.string()),
  /** The identity provider's id; null while an invited person has not logged in. */
  auth0Id: z.nullable(z.string()),
  /** Since when the account is quarantined; null if it is not. */
  quarantinedAt: z.nullable(Moment),
  /** Since when the account is suspended; null if it is not. */
  suspendedAt: z.nullable(Moment),
  /** What the person is told of the lock that is in force, a quarantine before a suspension; null if there is none. */
  lockOut: z.nullable(
    z.object({
      /** When it ends by itself; null: never. */
      until: z.nullable(Moment),
      /** Why, in the words of the staff who did it; null until the address is verified, too. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** True until the current version of the terms is accepted. */
  needsTosUpdate: z.boolean(),
  /** The version of the terms that is current now. */
  latestTosVersion: z.string(),
  onboardingDetails: z.object({
    /** When the person first reviewed their profile; null until then. */
    reviewedProfile: z.nullable(Moment),
  }),
});
export type User = z.infer<typeof User>;

export const UserParams = z.object({
  /** The person; `whoami` tells your own id. */
  userId: PathId,
});
export const UserResult = z.object({ user: User });

/** Source: decision 5: an invitation is claimed by a login whose ID token has the verified address. */
export const RefreshedUser = z.object({
  user: User,
  /** Whether invitations to this address wait until you log in again, because it was not verified when you logged in. */
  invitationsWaiting: z.boolean(),
});
