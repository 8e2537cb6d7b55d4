import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { canonicalEmail } from '@portal/contract';
import type { PersonalKey, Principal } from '../account/actor.ts';
import type { HashMailbox } from '../../platform/lib/hash-mailbox.ts';

/** Whose key encrypts a value: that of a user or a service account, or that of an address or another text that may identify a person. */
export type KeyOwner = Principal | { readonly addressHash: string };

/** A value of an audit entry whose texts are encrypted under the key of the person it is about. */
export class PersonalValue<Value> {
  readonly owner: KeyOwner;
  readonly value: Value;

  constructor(owner: KeyOwner, value: Value) {
    this.owner = owner;
    this.value = value;
  }
}

/** Marks a value about a user, or that a service account wrote. It is unreadable once the account, or the workspace, is deleted. */
export const personalTo = <Value>(owner: string | Principal, value: Value) =>
  new PersonalValue(typeof owner === 'string' ? { userId: owner } : owner, value);

/**
 * Marks an email address that may have no account, or a text in which staff may have entered one. It is unreadable once the
 * account with that verified address is deleted, or else after the retention period.
 */
export const personalToAddress = (address: string, { hashMailbox }: { readonly hashMailbox: HashMailbox }) =>
  new PersonalValue({ addressHash: hashMailbox(canonicalEmail(address.trim())) }, address);

const prefix = 'personal:1:';
/** What is stored of a value whose owner has no key anymore. */
export const erasedValue = `${prefix}erased`;
const storedPattern = /^personal:1:(?:erased|([\da-f-]{36}):([\w-]+))$/;

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Encrypts a text as `personal:1:<key id>:<IV, ciphertext and tag>`. It can be decrypted only as part of the same entry. */
export function encryptText(text: string, { id, key }: PersonalKey, entryId: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(entryId));
  const encrypted = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${prefix}${id}:${encrypted.toString('base64url')}`;
}

/** The id of the key of an encrypted text; null for an erased one; undefined if the text is not encrypted. */
export function keyIdOf(stored: string): string | null | undefined {
  const match = storedPattern.exec(stored);
  return match ? (match[1] ?? null) : undefined;
}

/** Decrypts what `encryptText` returned. Throws if it was changed, or moved from another entry. */
export function decryptText(stored: string, key: Uint8Array, entryId: string): string {
  const encrypted = Buffer.from(storedPattern.exec(stored)?.[2] ?? '', 'base64url');
  const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, ivLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(entryId))
    .setAuthTag(encrypted.subarray(-tagLength));
  return decipher.update(encrypted.subarray(ivLength, -tagLength), undefined, 'utf8') + decipher.final('utf8');
}
