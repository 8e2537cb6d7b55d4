import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';

const typed = JSON.parse(readFileSync(new URL('../../.oxlintrc.json', import.meta.url), 'utf8'));

const tests = ['**/test/**', '**/*.test.ts', '**/*.test.tsx'];

/**
 * oxlint tries these in a tenth of the time, by TypeScript 7. A rule that needs types and is not among them is no rule that goes
 * by unnoticed: ESLint, which has no types here, fails at it.
 */
const triedElsewhere = Object.fromEntries(
  Object.keys(typed.rules).map((name) => [name.replace('typescript/', '@typescript-eslint/'), 'off']),
);

/** The rules that every package shares. Packages append their own. */
export default function config(...more) {
  return tseslint.config(
    { ignores: ['**/dist/**', '**/generated/**', '**/.reports/**'] },
    ...tseslint.configs.strictTypeChecked,
    {
      linterOptions: { reportUnusedDisableDirectives: 'error' },
      rules: {
        'max-lines': ['error', { max: 250 }],
        eqeqeq: ['error', 'always', { null: 'ignore' }],
        'no-console': 'error',
        '@typescript-eslint/consistent-type-imports': 'error',
        '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
        // Express, fetch and the DOM take plain objects where their types name classes.
        '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
        ...triedElsewhere,
        // The newest oxlint that is there for every system does not know it yet.
        '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      },
    },
    {
      files: tests,
      rules: { 'max-lines': ['error', { max: 400 }] },
    },
    ...more,
  );
}
