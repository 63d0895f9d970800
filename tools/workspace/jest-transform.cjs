const { createHash } = require('node:crypto');
const { createTransformer } = require('@swc/jest');
const { version } = require('@swc/core');

/**
 * TypeScript to JavaScript with swc, once for all projects: a file becomes the same whichever project's
 * tests load it. Jest's own key has the project's whole configuration in it, so that each of thirty
 * projects would compile all libraries anew.
 */
module.exports = {
  createTransformer(options) {
    const settings = JSON.stringify([version, process.version, options]);
    return {
      ...createTransformer(options),
      getCacheKey: (source, file, { instrument, supportsStaticESM }) =>
        createHash('sha1')
          .update(JSON.stringify([settings, file, instrument, supportsStaticESM]))
          .update(source)
          .digest('hex'),
    };
  },
};
