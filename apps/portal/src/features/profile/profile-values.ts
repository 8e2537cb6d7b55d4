import { ProfileEdit, type User } from '@portal/contract';
import { changesOf } from '../../forms/changes-of.ts';
import { formSchema } from '../../forms/form-schema.ts';

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

/** The fields that can say what is wrong with them; the picture has no place for a message. */
export const profileFields = ['firstName', 'lastName', 'nickname', 'discordUsername', 'githubUsername'] as const;

/** The rules of the contract, for what changed of the saved profile. */
export const profileSchemaFor = (saved: ProfileValues) =>
  formSchema(ProfileEdit, {
    bodyOf: (given) => changesOf(given, { names: [...profileFields, 'pictureUrl'], saved, required: ['nickname'] }),
  });
