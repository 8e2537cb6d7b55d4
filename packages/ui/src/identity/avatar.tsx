import { useState } from 'react';
import { Icon } from '../icon/icon.tsx';
import { hueOf, initialsOf } from './hue-of.ts';

export interface AvatarProps {
  /** What the colour is taken from, so that a new name keeps it. */
  id: string;
  name: string;
  pictureUrl?: string | null | undefined;
  size?: number | undefined;
}

/** A person's picture, or the initials where there is none or it does not load. */
export function Avatar({ id, name, pictureUrl, size = 28 }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const showsPicture = Boolean(pictureUrl) && broken !== pictureUrl;
  const initials = initialsOf(name);
  return (
    <span
      className="initials-tile inline-grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold select-none"
      style={{ '--hue': hueOf(id), width: size, height: size, fontSize: Math.round(size * 0.4) }}
    >
      {showsPicture && pictureUrl ? (
        <img
          src={pictureUrl}
          alt=""
          width={size}
          height={size}
          referrerPolicy="no-referrer"
          decoding="async"
          onError={() => setBroken(pictureUrl)}
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
