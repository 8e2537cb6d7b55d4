import { useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { hueForId, initialsOf } from './initials.ts';

export interface AvatarProps {
  /** Determines the colour, so that it stays the same when the name changes. */
  id: string;
  name: string;
  pictureUrl?: string | null | undefined;
  size?: number | undefined;
}

/** A user's picture, or the initials if there is none or it fails to load. */
export function Avatar({ id, name, pictureUrl, size = 28 }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const showsPicture = Boolean(pictureUrl) && failedUrl !== pictureUrl;
  const initials = initialsOf(name);
  return (
    <span
      translate="no"
      className="initials-tile inline-grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold select-none"
      style={{ '--hue': hueForId(id), width: size, height: size, fontSize: Math.round(size * 0.4) }}
    >
      {showsPicture && pictureUrl ? (
        <img
          src={pictureUrl}
          alt=""
          width={size}
          height={size}
          referrerPolicy="no-referrer"
          decoding="async"
          onError={() => setFailedUrl(pictureUrl)}
          className="size-full object-cover"
        />
      ) : initials === '?' ? (
        <Icon name="user" size={Math.round(size * 0.6)} />
      ) : (
        <span aria-hidden>{initials}</span>
      )}
    </span>
  );
}
