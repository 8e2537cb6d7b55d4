import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';

/** What packages with React in them append to the shared rules. */
export default [
  reactHooks.configs.flat.recommended,
  { files: ['**/*.tsx'], ...jsxA11y.flatConfigs.strict },
  // A modal's one field and the like may take the focus: the component's caller knows what else there is.
  { files: ['**/*.tsx'], rules: { 'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }] } },
];
