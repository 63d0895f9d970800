module.exports = async () => {
  await globalThis.mailbox.close();
  try {
    await globalThis.platform.stop();
  } finally {
    await globalThis.throwAwayFolder.remove();
  }
};
