/** Says quietly that what is shown besides could not be loaded again; nothing while there is no failure. */
export function PerhapsOld({ error }: { error: unknown }) {
  return error ? (
    <p className="text-sm text-secondary">This may be out of date. It can’t be refreshed right now.</p>
  ) : null;
}
