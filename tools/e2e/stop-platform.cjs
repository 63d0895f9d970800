module.exports = async () => {
  await globalThis.mailbox.close();
  await globalThis.platform.stop();
};
