import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import angular from 'angular-eslint';
import regexp from 'eslint-plugin-regexp';
import ts from 'typescript-eslint';

/** Folders of the client whose files are views, but for the data folder that some of them have. */
const views =
  'apps/chat/src/app/{chat,conversations,conversion,markdown,memory,questions,research,shortcuts,theme,ui}';

/** Who may import whom; the borders of docs/decisions. e2e and tools stand outside the product. */
const borders = [
  { tag: 'contract', uses: [] },
  // Threads for heavy work. Like the memory, it needs no graph runtime; the targets of `graph` check both.
  { tag: 'apart', uses: [] },
  { tag: 'memory', uses: ['apart', 'contract'] },
  { tag: 'graph', uses: ['memory', 'apart', 'contract'] },
  { tag: 'server', uses: ['graph', 'memory', 'apart', 'contract'] },
  { tag: 'cli', uses: ['server', 'graph', 'memory', 'contract'] },
  { tag: 'chat', uses: ['contract'] },
  { tag: 'tools', uses: ['server', 'graph', 'memory', 'apart', 'contract'] },
  { tag: 'e2e', uses: ['tools', 'server', 'graph', 'memory', 'contract'] },
].map(({ tag, uses }) => ({
  sourceTag: `scope:${tag}`,
  onlyDependOnLibsWithTags: [tag, ...uses].map((each) => `scope:${each}`),
}));

/**
 * Every pattern takes time that grows in step with the text: a pattern that tries a text in more ways
 * than it has characters lets one message stall everybody. The rest are patterns that cannot mean
 * what they say.
 */
const linearPatterns = {
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
  'regexp/optimal-quantifier-concatenation': 'error',
  'regexp/no-contradiction-with-assertion': 'error',
  'regexp/no-dupe-disjunctions': 'error',
  'regexp/no-empty-alternative': 'error',
  'regexp/no-misleading-capturing-group': 'error',
  'regexp/no-potentially-useless-backreference': 'error',
  'regexp/no-useless-assertions': 'error',
};

export default ts.config(
  {
    ignores: [
      'dist',
      'data',
      'node_modules',
      '.nx',
      '.angular',
      '**/test-results',
      // Selenium tests that are converted; the packages they import are not installed.
      'tools/convert-demo/suite',
    ],
  },
  js.configs.recommended,
  { files: ['**/*.{ts,mjs,js}'], plugins: { regexp }, rules: linearPatterns },
  {
    files: ['**/*.ts'],
    extends: [...ts.configs.strictTypeChecked, ...ts.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': ['error', { allow: [], depConstraints: borders }],
      'max-lines': ['error', { max: 400 }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
  },
  {
    files: ['apps/chat/**/*.ts'],
    extends: [...angular.configs.tsRecommended],
    processor: angular.processInlineTemplates,
    rules: {
      // A component may be its decorator alone.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
    },
  },
  {
    files: [`${views}/**/*.ts`],
    ignores: ['**/data/**', '**/testing/**', '**/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/transport/**'],
              message: 'A view asks the session or a data folder; those alone use the transport.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/chat/**/*.html'],
    extends: [...angular.configs.templateRecommended, ...angular.configs.templateAccessibility],
  },
);
