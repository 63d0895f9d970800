const { default: Sequencer } = require('@jest/test-sequencer');

/** Begun last, they would keep the whole run waiting for themselves: they take minutes, most of them idly. */
const LONGEST = [
  'tools/e2e/events/',
  'tools/e2e/browser/webhooks/live.',
  'tools/images/test/image.',
  'tools/launcher/test/launch.',
  'tools/generators/test/',
  'gateway/test/several-gateways.',
  'libs/local-servers/test/servers.',
  'libs/process/test/ending.',
];

const isLong = ({ path }) => LONGEST.some((part) => path.includes(part));

/** Jest's own order, after the longest: on a machine that has never run them it knows sizes of files alone. */
module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => isLong(other) - isLong(one));
  }
};
