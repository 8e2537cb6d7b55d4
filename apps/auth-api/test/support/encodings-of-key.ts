/** The forms in which a key could be in a text: hexadecimal, base64, and as a JSON array or object of bytes. */
export function encodingsOfKey(key: Uint8Array): string[] {
  const bytes = Buffer.from(key);
  const json = JSON.stringify([...bytes]).slice(1, -1);
  const object = JSON.stringify(Object.fromEntries(bytes.entries())).slice(1, -1);
  return [
    bytes.toString('hex'),
    bytes.toString('base64').slice(0, -2),
    bytes.toString('base64url').slice(0, -1),
    json,
    object,
  ];
}
