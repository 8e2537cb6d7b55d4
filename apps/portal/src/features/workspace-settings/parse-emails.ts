/** The address of a line such as `Ada Lovelace <ada@example.com>`, which mail programs copy. */
const namedAddress = /<([^<>\s]+)>$/;

/**
 * Splits a text into email addresses: one per line, or separated by commas, semicolons or spaces. Repeated addresses are left
 * out. The texts need not be valid addresses.
 */
export function parseEmails(text: string): string[] {
  const emails = new Map<string, string>();
  for (const part of text.split(/[,;\n\r]+/).map((untrimmed) => untrimmed.trim())) {
    const address = namedAddress.exec(part)?.[1];
    const found = address === undefined ? part.split(/\s+/) : [address];
    for (const email of found) {
      const key = email.toLowerCase();
      if (email !== '' && !emails.has(key)) emails.set(key, email);
    }
  }
  return [...emails.values()];
}
