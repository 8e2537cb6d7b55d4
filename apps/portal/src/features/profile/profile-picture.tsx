import type { User } from '@portal/contract';
import { Avatar, Button } from '@portal/ui';

export interface ProfilePictureProps {
  user: User;
  /** The picture in the form, which is not saved yet. */
  value: string | null;
  onChange: (pictureUrl: string | null) => void;
}

/** Restore Picture restores the saved picture, or the picture of the identity provider if there is no saved one. */
export function ProfilePicture({ user, value, onChange }: ProfilePictureProps) {
  const original = user.pictureUrl ?? user.providerPictureUrl;
  return (
    <div className="flex items-center gap-4">
      <Avatar id={user.id} name={user.nickname} pictureUrl={value} size={64} />
      <div className="grid gap-1.5">
        <span className="text-sm font-medium text-strong">Profile picture</span>
        {original === null ? (
          <span className="text-sm text-secondary">
            <span>No profile picture.</span> <span>Pictures come from the account that you log in with.</span>
          </span>
        ) : (
          <div className="flex flex-wrap gap-2">
            {value !== null && (
              <Button size="sm" onClick={() => onChange(null)}>
                Clear Picture
              </Button>
            )}
            {value !== original && (
              <Button size="sm" onClick={() => onChange(original)}>
                Restore Picture
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
