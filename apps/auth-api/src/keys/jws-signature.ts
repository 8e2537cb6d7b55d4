/**
 * An ECDSA signature over P-256 as JWS has it, r and s of 32 bytes each (RFC 7518, 3.4), from DER. Node makes that by itself
 * (`ieee-p1363`), but Node 24 takes as long for it again as for the signature; 20, 22 and 26 do not.
 */
export function jwsSignature(der: Buffer): Buffer {
  const raw = Buffer.alloc(64);
  let begin = 4;
  for (const end of [32, 64]) {
    const after = begin + (der[begin - 1] ?? 0);
    // In DER there is a zero in front of what would be negative without it, and no other.
    const digits = der.subarray(Math.max(begin, after - 32), after);
    digits.copy(raw, end - digits.length);
    begin = after + 2;
  }
  return raw;
}
