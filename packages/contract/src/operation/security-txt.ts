const validDays = 90;
const dayMs = 24 * 3_600_000;

/** Tells who takes reports of vulnerabilities, as RFC 9116 has it. It is written anew each day, so it never expires. */
export function securityTxt(email: string, now: Date): string {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const expires = new Date(today + validDays * dayMs).toISOString();
  return `Contact: mailto:${email}\nExpires: ${expires}\nPreferred-Languages: en\n`;
}
