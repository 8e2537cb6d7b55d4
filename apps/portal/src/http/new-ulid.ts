const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A new ULID: ten digits of time, sixteen of chance.
 * Written out here because the package's checks of what a browser can do weigh as much as a page of ours.
 */
export function newUlid(now = Date.now()): string {
  let time = '';
  for (let rest = now; time.length < 10; rest = Math.floor(rest / 32)) time = digits.charAt(rest % 32) + time;
  const chance = crypto.getRandomValues(new Uint8Array(16));
  return time + Array.from(chance, (byte) => digits.charAt(byte % 32)).join('');
}
