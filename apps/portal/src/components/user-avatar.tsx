import { Avatar } from '@portal/ui';

export interface UserAvatarProps {
  userId: string;
  name: string;
  pictureUrl?: string | null | undefined;
  size: number;
}

/**
 * The picture or the initials of a user. The name is the nickname, if there is one, so that the initials are the same on each page.
 */
export const UserAvatar = ({ userId, name, pictureUrl, size }: UserAvatarProps) => (
  <Avatar id={userId} name={name} pictureUrl={pictureUrl} size={size} />
);
