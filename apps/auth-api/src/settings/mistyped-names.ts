import { Environment } from './environment.ts';
import { nearestName } from './nearest-name.ts';
import { renamedSettings } from './renamed-settings.ts';

/** Settings of commands that read the same environment as the API. */
const ofCommands = ['MIGRATION_DATABASE_URL'];

/** A warning for every variable that has no meaning but is named almost as a setting is: most likely it was mistyped. */
export function mistypedNames(environment: Readonly<Record<string, string | undefined>>): string[] {
  const settings = [...Object.keys(Environment.shape), ...Object.keys(renamedSettings), ...ofCommands];
  const known = new Set(settings.flatMap((name) => [name, `${name}_FILE`]));
  return Object.entries(environment)
    .filter(([name, value]) => value?.trim() && !known.has(name))
    .flatMap(([name]) => {
      const nearest = nearestName(name, [...known]);
      return nearest === null ? [] : [`${name} is not a setting and is ignored. Did you mean ${nearest}?`];
    });
}
