module.exports = () => globalThis.projectServers.stop();
