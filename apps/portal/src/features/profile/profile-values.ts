import { ProfileEdit, type User } from '@portal/contract';

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

/** A picture that was left as it is is nothing to save, nor to check: it came from the identity provider. */
export function profileSchemaFor(user: User) {
  return {
    safeParse: (values: unknown) => {
      const { pictureUrl, ...rest } = values as ProfileValues;
      return ProfileEdit.safeParse(pictureUrl === user.pictureUrl ? rest : { ...rest, pictureUrl });
    },
  };
}
