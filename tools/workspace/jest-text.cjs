/** A file that a program imports as its text, as the bundle has it (`bundle.mjs`). */
module.exports = {
  process: (text) => ({ code: `module.exports = ${JSON.stringify(text)};` }),
};
