/** Says that the data beside it could not be refreshed. Shows nothing without an error. */
export function StaleDataNote({ error }: { error: unknown }) {
  return error ? (
    <p className="text-sm text-secondary">This may be out of date. It can’t be refreshed right now.</p>
  ) : null;
}
