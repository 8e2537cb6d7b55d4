interface SentForm {
  readonly getValues: () => object;
  readonly reset: () => void;
}

/**
 * Call it when the values of a form are sent. The returned function clears the form, unless the user typed in the meantime.
 * It returns whether it did.
 */
export function resetSent({ getValues, reset }: SentForm): () => boolean {
  const sent = new Map(Object.entries(getValues()));
  return () => {
    const isSame = Object.entries(getValues()).every(([name, value]) => sent.get(name) === value);
    if (isSame) reset();
    return isSame;
  };
}
