import { hash, randomBytes } from 'node:crypto';

/** A secret of 256 random bits that fits into a cookie or a URL. */
export const makeSecret = () => randomBytes(32).toString('base64url');

/** What is stored of a secret: enough to recognise it, nothing to use it with. */
export const hashSecret = (secret: string) => hash('sha256', secret, 'base64url');
