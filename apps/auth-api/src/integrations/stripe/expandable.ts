// Stripe returns a related object as its id, or expanded on request.

/** The expanded object of a field; null if the field is empty or an id. */
export const expandedOf = <Expanded extends object>(field: string | Expanded | null | undefined): Expanded | null =>
  typeof field === 'object' ? field : null;

/** The id of the object of a field. */
export const idOf = (field: string | { readonly id: string } | null | undefined): string | null =>
  typeof field === 'string' ? field : (field?.id ?? null);
