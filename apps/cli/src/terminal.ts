import type { Readable } from 'node:stream';

export interface TerminalOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What the program uses of the process that it runs in. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string;
  readonly hostname: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Rejects when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Returns whether a browser was opened. */
  readonly openBrowser: (url: string) => Promise<boolean>;
}
