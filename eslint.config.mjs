import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const noWorldInRules = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Time arrives in the command.',
  },
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: 'Time arrives in the command.',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Rules know no chance.',
  },
  { selector: "CallExpression[callee.name='randomUUID']", message: 'Ids arrive in the command.' },
  { selector: 'AwaitExpression', message: 'Rules are plain functions.' },
];

export default tseslint.config(
  { ignores: ['dist/', 'data/', 'coverage/', 'test-results/', '.cache/', 'node_modules/'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 10],
      'max-params': ['error', 3],
      'no-console': 'error',
      // Leaving fields out of a copy names them: { id, ...rest }.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // Nest's option literals hold classes, which this rule takes for a mistake.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // A Nest module or controller is a class even when its body is empty.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: [
      'api/src/**/*.{decider,projection,rules,saga}.ts',
      'api/src/kernel/*.ts',
      'api/src/event-sourcing/*.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...noWorldInRules] },
  },
  {
    files: ['**/*.spec.{ts,tsx}', 'test/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-params': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': 'off',
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: 'React escapes; raw HTML does not.',
        },
      ],
      // Handlers of forms and buttons may be async: React ignores what they return.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
);
