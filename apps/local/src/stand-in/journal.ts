import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { codeOf } from './failure.ts';

const Line = z.object({ key: z.string(), value: z.unknown().optional() });

/**
 * A map that is kept in a file. Every change is one appended line, written before the call returns,
 * so a process that is killed loses nothing that it has acknowledged.
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
    if (!line.success) throw new Error(`${this.#file} is damaged in line ${number}; npm run reset starts afresh`);
    const { key, value } = line.data;
    this.#entries.delete(key);
    if (value === undefined) return;
    const entry = schema.safeParse(value);
    if (!entry.success)
      throw new Error(`${this.#file} is of another version (line ${number}); npm run reset starts afresh`);
    this.#entries.set(key, entry.data);
  }

  #append(line: { key: string; value?: Value }): void {
    if (this.#lines > 1000 + 2 * this.#entries.size) this.#compact();
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
    this.#lines += 1;
  }

  #compact(): void {
    const lines = this.entries().map(([key, value]) => `${JSON.stringify({ key, value })}\n`);
    const draft = `${this.#file}.new`;
    writeFileSync(draft, lines.join(''), { mode: 0o600 });
    renameSync(draft, this.#file);
    this.#lines = lines.length;
  }
}

/** What follows the last line break was being written when the process was killed: nobody was told of it. */
function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
