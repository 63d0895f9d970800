const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Long test files, and how many others are tested while one of them mostly waits. So the next begins about when
 * it has ended, as two that wait leave a processor without work; and none is left for the end, where the
 * whole run would wait for it.
 */
const LONG = [
  ['tools/generators/test/', 0],
  ['tools/e2e/events/kill.', 8],
  ['tools/e2e/events/alone.', 5],
  ['tools/e2e/events/chaos.', 3],
  ['tools/e2e/browser/webhooks/live.', 2],
  ['tools/images/test/image.', 1],
  ['tools/launcher/test/launch.', 22],
  ['libs/local-servers/test/servers.', 14],
  ['libs/process/test/ending.', 14],
  ['gateway/test/several-gateways.', 14],
  ['services/webhooks/test/rights.int.', 14],
  ['libs/outbox/test/relay.int.', 12],
  ['libs/process/test/run-process.', 12],
  ['gateway/test/unread-answers.', 12],
  ['libs/messaging/test/rights.', 12],
  ['gateway/test/process.', 12],
  ['libs/http/test/service-addresses.', 8],
  ['libs/outbox/test/answer-questions.', 8],
  ['libs/messaging/test/pulls.', 8],
  ['services/webhooks/test/rights-without-gateway.', 6],
  ['services/webhooks/test/rights-without-nats.', 6],
  ['services/webhooks/test/rights-while-a-replica-hangs.', 6],
];

/** Jest's own order, which is by size on a machine that has never run them; the long ones are spread over it. */
module.exports = class extends Sequencer {
  sort(tests) {
    const isOf = (part) => (test) => test.path.includes(part);
    const inOrder = super.sort(tests);
    const others = inOrder.filter((test) => !LONG.some(([part]) => isOf(part)(test)));
    const spread = LONG.flatMap(([part, meanwhile]) => {
      const long = inOrder.filter(isOf(part));
      return long.length > 0 ? [...long, ...others.splice(0, meanwhile)] : [];
    });
    return [...spread, ...others];
  }
};
