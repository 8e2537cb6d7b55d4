import { Avatar } from '@portal/ui';

export interface UserAvatarProps {
  userId: string;
  nickname: string;
  pictureUrl?: string | null | undefined;
  size: number;
}

/** The picture or the initials of a user. The initials are those of the nickname, so that they are the same on each page. */
export const UserAvatar = ({ userId, nickname, pictureUrl, size }: UserAvatarProps) => (
  <Avatar id={userId} name={nickname} pictureUrl={pictureUrl} size={size} />
);
