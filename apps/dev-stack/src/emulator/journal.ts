import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { errorCode } from '../errors.ts';
import { parseJson } from '../parse-json.ts';

const Line = z.object({ key: z.string(), value: z.unknown().optional() });

/**
 * A map persisted in a file. Each change appends one line before the call returns, so a killed process loses nothing that it
 * has acknowledged.
 */
export class Journal<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #file: string;
  #lines = 0;

  constructor(file: string, schema: z.ZodType<Value>) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    for (const [number, text] of readLines(file).entries()) this.#replay(text, number + 1, schema);
    this.#compact();
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  values(): Value[] {
    return [...this.#entries.values()];
  }

  entries(): [string, Value][] {
    return [...this.#entries];
  }

  set(key: string, value: Value): void {
    this.#append({ key, value });
    this.#entries.set(key, value);
  }

  delete(key: string): void {
    if (!this.#entries.has(key)) return;
    this.#append({ key });
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#compact();
  }

  #replay(text: string, number: number, schema: z.ZodType<Value>): void {
    const line = Line.safeParse(parseJson(text));
    if (!line.success)
      throw new Error(`${this.#file} is damaged in line ${number}; delete the local data with npm run reset`);
    const { key, value } = line.data;
    this.#entries.delete(key);
    if (value === undefined) return;
    const entry = schema.safeParse(value);
    if (!entry.success)
      throw new Error(
        `${this.#file} was written by another version (line ${number}); delete the local data with npm run reset`,
      );
    this.#entries.set(key, entry.data);
  }

  #append(line: { key: string; value?: Value }): void {
    if (this.#lines > 1000 + 2 * this.#entries.size) this.#compact();
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
    this.#lines += 1;
  }

  #compact(): void {
    const lines = this.entries().map(([key, value]) => `${JSON.stringify({ key, value })}\n`);
    const newFile = `${this.#file}.new`;
    writeFileSync(newFile, lines.join(''), { mode: 0o600 });
    renameSync(newFile, this.#file);
    this.#lines = lines.length;
  }
}

/** Ignores an incomplete last line: the process was killed while writing it, before it was acknowledged. */
function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
