const { createHash } = require('node:crypto');
const { createTransformer } = require('@swc/jest');
const { version } = require('@swc/core');

/**
 * Jest's own cache key contains the project's configuration, so each project would compile all libraries
 * again.
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
