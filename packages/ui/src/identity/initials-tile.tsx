import { hueForId, initialsOf } from './initials.ts';

export interface InitialsTileProps {
  /** Determines the colour, so that it stays the same when the name changes. */
  id: string;
  name: string;
  size?: number | undefined;
}

export function InitialsTile({ id, name, size = 36 }: InitialsTileProps) {
  return (
    <span
      aria-hidden
      translate="no"
      className="initials-tile inline-grid shrink-0 place-items-center rounded-md font-semibold select-none"
      style={{ '--hue': hueForId(id), width: size, height: size, fontSize: Math.round(size * 0.38) }}
    >
      {initialsOf(name)}
    </span>
  );
}
