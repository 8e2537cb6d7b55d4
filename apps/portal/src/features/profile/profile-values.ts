import { impersonationError, ProfileEdit, type User } from '@portal/contract';
import { changedFields } from '../../components/form/changed-fields.ts';
import { formSchema } from '../../components/form/form-schema.ts';
import { describeForbidden } from '../../components/form/text-rules.ts';

export interface ProfileValues {
  firstName: string;
  lastName: string;
  nickname: string;
  discordUsername: string;
  githubUsername: string;
  pictureUrl: string | null;
}

export const profileValuesOf = (user: User): ProfileValues => ({
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  nickname: user.nickname,
  discordUsername: user.discordUsername ?? '',
  githubUsername: user.githubUsername ?? '',
  pictureUrl: user.pictureUrl,
});

/** The fields that can show an error. The picture cannot. */
export const profileFields = ['firstName', 'lastName', 'nickname', 'discordUsername', 'githubUsername'] as const;

/** Validates the changed fields by the rules of the contract. */
export const profileSchemaFor = (saved: ProfileValues, productName: string) =>
  formSchema(ProfileEdit, {
    toBody: (values) =>
      changedFields(values, { names: [...profileFields, 'pictureUrl'], saved, required: ['nickname'] }),
    extraIssues: ({ nickname }: { nickname: string | null }) => {
      const isRenamed = nickname !== null && nickname !== saved.nickname;
      const message = isRenamed ? impersonationError(nickname, productName) : null;
      return message ? [{ path: ['nickname'], message }] : [];
    },
  });

export const discordHint = 'For example, ada.lovelace or Ada#1815';
export const githubHint = 'For example, ada-lovelace';

/** Names a character that a Discord username cannot have. An old one, with `#` and four digits, can have most. */
export function describeInvalidDiscordUsername(text: string) {
  const [character] = (text.includes('#') ? /[@:<>]/ : /[^\w.]/u).exec(text) ?? [];
  return describeForbidden(character, discordHint);
}

/** Names a character that a GitHub username cannot have. */
export const describeInvalidGithubUsername = (text: string) =>
  describeForbidden(/[^A-Za-z\d-]/u.exec(text)?.[0], githubHint);

/** Removes the `@` before a Discord username. */
export const normaliseDiscordUsername = (typed: string) => typed.trim().replace(/^@/, '');

/** Extracts a GitHub username from `@ada` or from the URL of a profile. */
export const normaliseGithubUsername = (typed: string) =>
  typed
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\/([^/?#]+)\/?(?:[?#].*)?$/i, '$1')
    .replace(/^@/, '');
