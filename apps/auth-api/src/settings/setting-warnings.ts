import { doubts } from './doubtful-settings.rules.ts';
import type { Environment } from './environment.ts';
import { mistypedNames } from './mistyped-names.ts';
import { warningsOfOldNames } from './renamed-settings.ts';

/** What the log says at the start of settings that are allowed but most likely not meant, a sentence each. */
export const settingWarnings = (
  env: Environment,
  environment: Readonly<Record<string, string | undefined>>,
): string[] => [...warningsOfOldNames(environment), ...doubts(env), ...mistypedNames(environment)];
