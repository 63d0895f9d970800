/** Overrides of a project's Jest configuration that give its run a PostgreSQL and a NATS of its own. */
module.exports = {
  globalSetup: require.resolve('./global-setup.cjs'),
  globalTeardown: require.resolve('./global-teardown.cjs'),
};
