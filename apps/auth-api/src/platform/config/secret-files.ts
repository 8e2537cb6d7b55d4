import { readFileSync } from 'node:fs';

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Reads settings from files, such as the secrets of a container: `NAME_FILE` is the path of a file with the value of `NAME`. */
export function readSecretFiles(
  environment: EnvironmentVariables,
  names: readonly string[],
): { readonly values: EnvironmentVariables; readonly errors: readonly string[] } {
  const errors: string[] = [];
  const fromFiles: Record<string, string> = {};
  for (const name of names) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (environment[name]?.trim()) {
      errors.push(`${name}_FILE: can’t be set together with ${name}`);
      continue;
    }
    try {
      fromFiles[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      errors.push(`${name}_FILE: must be a readable file (${code ?? 'unknown'})`);
    }
  }
  return { values: { ...environment, ...fromFiles }, errors };
}
