import { readFileSync } from 'node:fs';

type Given = Readonly<Record<string, string | undefined>>;

/** Fills in the settings whose value stands in a file, as a container's secrets do: `NAME_FILE` names the file of `NAME`. */
export function withValuesFromFiles(
  environment: Given,
  names: readonly string[],
): { readonly given: Given; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const fromFiles: Record<string, string> = {};
  for (const name of names) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (environment[name]?.trim()) {
      faults.push(`${name}_FILE: can’t be set together with ${name}`);
      continue;
    }
    try {
      fromFiles[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      faults.push(`${name}_FILE: must be a file that can be read (${code ?? 'unknown'})`);
    }
  }
  return { given: { ...environment, ...fromFiles }, faults };
}
