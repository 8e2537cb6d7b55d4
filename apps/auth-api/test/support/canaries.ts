import { randomBytes, randomInt } from 'node:crypto';

const marker = 'canaryfrommymine';

/** The shortest encoding has this many characters: base64 of eight bytes, without its ends. */
const endingLength = 5;

/** Unique values to plant in requests and settings. A test then searches logs and traces for them, in any encoding. */
export class Canaries {
  readonly #labels = new Map<string, string>();
  /** The encodings of all values, by their last characters. The first ones are often the same. */
  readonly #byEnding = new Map<string, { readonly encoding: string; readonly value: string }[]>();

  /** Creates a value. It has only letters, so that it is valid as a name. */
  make(label: string): string {
    const letters = [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
    return this.plant(label, `${marker}${letters}`);
  }

  /** Registers a value that was created elsewhere. */
  plant(label: string, value: string | null | undefined): string {
    if (!value || value.length < 8) throw new Error(`There is no ${label} to plant.`);
    if (!this.#labels.has(value)) for (const encoding of encodingsOf(value)) this.#add(encoding, value);
    this.#labels.set(value, label);
    return value;
  }

  #add(encoding: string, value: string): void {
    const ending = encoding.slice(-endingLength);
    const others = this.#byEnding.get(ending);
    if (others) others.push({ encoding, value });
    else this.#byEnding.set(ending, [{ encoding, value }]);
  }

  get count(): number {
    return this.#labels.size;
  }

  /** The labels of the values that a text contains. */
  findIn(text: string): string[] {
    const lowerCaseText = text.toLowerCase();
    const found = new Set<string>();
    // Reads the text once: it can have megabytes, and there are thousands of encodings.
    for (let end = endingLength; end <= lowerCaseText.length; end++) {
      for (const { encoding, value } of this.#byEnding.get(lowerCaseText.slice(end - endingLength, end)) ?? []) {
        if (lowerCaseText.endsWith(encoding, end)) found.add(value);
      }
    }
    return [...found].map((value) => this.#labels.get(value) ?? '');
  }
}

function encodingsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  // In base64 the first and last characters depend on the bytes around the value, and the rest on its offset modulo 3.
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64url')
      .slice(offset === 0 ? 0 : 4, -3),
  );
  const encodings = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), bytes.toString('hex')];
  return [...new Set([...encodings, ...base64].map((encoding) => encoding.toLowerCase()))];
}

/** A user whose personal data are all canaries. */
export const secretUser = (canaries: Canaries) => ({
  email: `${canaries.make('email')}@example.com`,
  nickname: canaries.make('nickname'),
  firstName: canaries.make('first name'),
  lastName: canaries.make('last name'),
  githubUsername: canaries.make('GitHub name'),
  discordUsername: canaries.make('Discord name'),
  pictureUrl: `https://example.com/${canaries.make('picture')}.png`,
});

/** Billing details that are all canaries. */
export const secretBillingDetails = (canaries: Canaries, taxIdentificationNumber: string) => ({
  firstName: canaries.make('first name on a bill'),
  lastName: canaries.make('last name on a bill'),
  companyInformation: {
    legalName: canaries.make('name of a company'),
    legalNumber: canaries.make('number of a company'),
    taxIdentificationNumber,
    phoneNumber: canaries.plant('phone number', `+4930${randomInt(10_000_000, 100_000_000)}`),
  },
  billingInformation: {
    addressLine1: canaries.make('first line of an address'),
    addressLine2: canaries.make('second line of an address'),
    zipCode: '10115',
    city: canaries.make('city'),
    state: canaries.make('state'),
    country: 'DE',
  },
});

/** Removes the address of the client, which the log lines of failed logins and exceeded limits contain on purpose. */
export const withoutClientAddress = (line: string) =>
  /"body":"(?:login failed|too many requests from one address)"/.test(line)
    ? line.replace(/"client\.address":"[^"]*",/, '')
    : line;
