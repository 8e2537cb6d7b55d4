import { hash, randomBytes } from 'node:crypto';

/** A random secret of 256 bits, safe for cookies and URLs. */
export const createSecret = () => randomBytes(32).toString('base64url');

/** The hash that is stored in place of a secret. */
export const hashSecret = (secret: string) => hash('sha256', secret, 'base64url');
