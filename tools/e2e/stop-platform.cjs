module.exports = () => globalThis.platform.stop();
