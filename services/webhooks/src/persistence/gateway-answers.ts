import { statement, type NoValues, type Run } from '@svc/database';

const EXISTS = statement<NoValues, { exists: boolean }>()(
  'gateways_have_answered',
  'select exists (select from gateway_answers)',
);

const NOTE = statement()(
  'note_gateway_answers',
  'insert into gateway_answers default values on conflict do nothing',
);

/** Whether a gateway has ever answered what `watchRights` asks. */
export const gatewayAnswers = (run: Run) => ({
  exist: async (): Promise<boolean> => (await run(EXISTS))[0]?.exists ?? false,
  note: async (): Promise<void> => void (await run(NOTE)),
});
export type GatewayAnswers = ReturnType<typeof gatewayAnswers>;
