/** How long a device waits for its approval, and how long a redeemed code is remembered. */
export const requestLifetimeMs = 600_000;
