/** One process of the stack. */
export interface Service {
  /** Names its log file. */
  readonly name: string;
  /** What people read. */
  readonly title: string;
  /** Node's parameters: a script and what it is given. */
  readonly run: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  /** Answers 2xx once it is ready. A command that does its work and ends has none. */
  readonly health?: string;
  /** How long it may take to end. */
  readonly graceMs?: number;
}
