/**
 * Of requests that meet under one key Stripe does the first, and refuses the others until it is done: they ask again, after
 * pauses that are together as long as Stripe may take, and are answered what was made.
 */
export const onceUnder = (idempotencyKey: string) => ({ idempotencyKey, maxNetworkRetries: 3 });
