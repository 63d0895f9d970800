module.exports = {
  process: (text) => ({ code: `module.exports = ${JSON.stringify(text)};` }),
};
