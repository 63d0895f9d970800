import config from './eslint.config.mjs';

/**
 * The same rules for all projects in one go: types are looked up in one program, which checks a library
 * once, and not in a program for each project, which is sooner there where only one is linted.
 */
export default config.map((part) =>
  part.languageOptions?.parserOptions?.projectService
    ? {
        ...part,
        languageOptions: {
          parserOptions: {
            project: [
              'tsconfig.json',
              '../../services/dashboard/web/tsconfig.json',
              'tsconfig.browser.json',
            ],
            tsconfigRootDir: import.meta.dirname,
          },
        },
      }
    : part,
);
