/** Warns of what strangers can bring about any number of times: at once of the first, then at most once in a while. */
export class SparingWarning {
  readonly #warn: (times: number) => void;
  readonly #everyMs: number;
  #untold = 0;
  #isResting = false;

  /** `warn` is told how many there were since it was last called. */
  constructor(warn: (times: number) => void, everyMs: number) {
    this.#warn = warn;
    this.#everyMs = everyMs;
  }

  note(): void {
    this.#untold += 1;
    if (!this.#isResting) this.#tell();
  }

  #tell(): void {
    this.#isResting = this.#untold > 0;
    if (!this.#isResting) return;
    this.#warn(this.#untold);
    this.#untold = 0;
    setTimeout(() => this.#tell(), this.#everyMs).unref();
  }
}
