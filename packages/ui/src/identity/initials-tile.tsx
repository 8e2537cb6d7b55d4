import { hueOf, initialsOf } from './hue-of.ts';

export interface InitialsTileProps {
  /** What the colour is taken from, so that a new name keeps it. */
  id: string;
  name: string;
  size?: number | undefined;
}

export function InitialsTile({ id, name, size = 36 }: InitialsTileProps) {
  return (
    <span
      aria-hidden
      className="initials-tile inline-grid shrink-0 place-items-center rounded-md font-semibold select-none"
      style={{ '--hue': hueOf(id), width: size, height: size, fontSize: Math.round(size * 0.38) }}
    >
      {initialsOf(name)}
    </span>
  );
}
