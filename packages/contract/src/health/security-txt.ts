import { dayMs } from '../dates.rules.ts';

const validDays = 90;

/** The `security.txt` of RFC 9116. Its expiry moves forward every day, so it never expires. */
export function securityTxt(email: string, now: Date): string {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const expires = new Date(today + validDays * dayMs).toISOString();
  return `Contact: mailto:${email}\nExpires: ${expires}\nPreferred-Languages: en\n`;
}
