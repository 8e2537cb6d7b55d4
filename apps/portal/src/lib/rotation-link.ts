/** The `state` of a link to an API token that also opens the dialog in which it is rotated. */
export const rotationLink = { rotatesToken: true } as const;

export const isRotationLink = (state: unknown): boolean =>
  (state as Partial<typeof rotationLink> | null)?.rotatesToken === true;
