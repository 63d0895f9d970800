/** Gives a project's Jest run its own PostgreSQL and NATS. */
module.exports = {
  globalSetup: require.resolve('./global-setup.cjs'),
  globalTeardown: require.resolve('./global-teardown.cjs'),
};
