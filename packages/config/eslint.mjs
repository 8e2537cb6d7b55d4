import tseslint from 'typescript-eslint';

const tests = ['**/test/**', '**/*.test.ts', '**/*.test.tsx'];

/** The rules that every package shares. Packages append their own. */
export default function config(...more) {
  return tseslint.config(
    { ignores: ['**/dist/**', '**/generated/**', '**/.reports/**'] },
    ...tseslint.configs.strictTypeChecked,
    {
      languageOptions: { parserOptions: { projectService: true } },
      linterOptions: { reportUnusedDisableDirectives: 'error' },
      rules: {
        'max-lines': ['error', { max: 250 }],
        eqeqeq: ['error', 'always', { null: 'ignore' }],
        'no-console': 'error',
        '@typescript-eslint/consistent-type-imports': 'error',
        '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
        '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
        // Express, fetch and the DOM take plain objects where their types name classes.
        '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
        '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
        '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      },
    },
    {
      files: tests,
      rules: { 'max-lines': ['error', { max: 400 }] },
    },
    { files: ['**/*.mjs', '**/*.js'], ...tseslint.configs.disableTypeChecked },
    ...more,
  );
}
