import { Avatar } from '@portal/ui';

export interface UserAvatarProps {
  userId: string;
  name: string;
  pictureUrl?: string | null | undefined;
  size: number;
}

/**
 * The picture or the initials of a user. Pass the nickname as `name`, so that the initials are the same on each page. That of an
 * invited person without an account is the part of the email before the `@`.
 */
export const UserAvatar = ({ userId, name, pictureUrl, size }: UserAvatarProps) => (
  <Avatar id={userId} name={name} pictureUrl={pictureUrl} size={size} />
);
