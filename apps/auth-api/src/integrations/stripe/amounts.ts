import { AppError } from '../../platform/errors/app-error.ts';

// Amounts are in the smallest unit of the currency. They are bigints in the database, and numbers at Stripe and in the contract.

/** An amount of Stripe, for the database. Throws if a number cannot hold it exactly, because then Stripe sent another one. */
export function fromStripeAmount(amount: number): bigint {
  if (!Number.isSafeInteger(amount)) throw new AppError(`Stripe returned an amount that is no safe integer: ${amount}`);
  return BigInt(amount);
}

/** An amount of the database, for the contract. */
export const toAmount = (stored: bigint): number => Number(stored);

/** As `toAmount`, for an amount that can be unknown. */
export const toNullableAmount = (stored: bigint | null): number | null => (stored === null ? null : toAmount(stored));
