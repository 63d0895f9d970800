import { createRequire } from 'node:module';
import { join } from 'node:path';
import { eventually } from '@svc/testing';
import { aJob, givenCompany, noteUsed, ROOT, runFile } from './platform';
import { startReceiver, type Receiver } from './receiver';

type Fields = Readonly<Record<string, unknown>>;
interface Answer {
  readonly data: Fields;
}
interface List extends AsyncIterable<Fields> {
  pages(): AsyncIterable<Fields>;
}

/** The parts of the published package used here; its own tests check the types. */
interface Sdk {
  createFieldService(settings: { baseUrl: string; apiKey: string }): {
    readonly jobs: {
      create(body: Fields): Promise<Answer>;
      get(id: unknown): Promise<Answer>;
      update(id: unknown, body: Fields): Promise<Answer>;
      changeStatus(id: unknown, body: Fields): Promise<Answer>;
      list(query?: Fields): List;
    };
    readonly hooks: { subscribe(body: Fields): Promise<Answer>; list(): List };
  };
  verifyWebhook(body: string, headers: object, secret: unknown): Fields;
  readonly ConflictError: new () => Error;
  readonly UnauthorizedError: new () => Error;
  readonly WebhookVerificationError: new () => Error;
}

const sdk = createRequire(__filename)(join(ROOT, 'dist/sdk/index.cjs')) as Sdk;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

it('creates, walks, is refused by class, and verifies what is delivered', async () => {
  const { ids, key } = await givenCompany('sdk');
  const { gateway: baseUrl } = runFile();
  const fsm = sdk.createFieldService({ baseUrl, apiKey: key });

  const target_url = receiver.urlOf('/sdk');
  const hook = await fsm.hooks.subscribe({ target_url, event: 'job.status_changed' });
  const secret = hook.data['secret'];
  noteUsed({ secret });

  const created: unknown[] = [];
  for (let number = 1; number <= 5; number += 1) {
    const body = aJob(ids.customer_locations['shop'], `Cooler ${number} is warm`);
    noteUsed(body);
    created.push((await fsm.jobs.create(body)).data['job_id']);
  }
  // The cursor shows a record only after all older transactions have ended.
  await eventually(
    async () => {
      const walked: unknown[] = [];
      for await (const { job_id } of fsm.jobs.list({ per_page: 2 })) walked.push(job_id);
      expect(walked.toSorted()).toEqual(created.toSorted());
    },
    { within: 20_000 },
  );

  const [id] = created;
  await fsm.jobs.changeStatus(id, { job_status: 'Assigned' });
  const conflict = await failure(
    fsm.jobs.update(id, { job_title: 'Too late', expected_version: 1 }),
  );
  expect(conflict).toBeInstanceOf(sdk.ConflictError);
  expect(conflict).toMatchObject({ status: 409, body: { current_version: 2 } });

  const nobody = sdk.createFieldService({ baseUrl, apiKey: 'svc_live_nobody' });
  expect(await failure(nobody.jobs.get(id))).toBeInstanceOf(sdk.UnauthorizedError);

  const [delivery] = await eventually(
    () => {
      expect(receiver.at('/sdk').length).toBe(1);
      return receiver.at('/sdk');
    },
    { within: 20_000 },
  );
  const { body = '', headers = {} } = delivery ?? {};
  const { data: job } = await fsm.jobs.get(id);
  expect(sdk.verifyWebhook(body, headers, secret)).toMatchObject({
    type: 'job.status_changed',
    data: { object: job, previous: { status: 'Pending' }, version: 2 },
  });
  expect(() => sdk.verifyWebhook(`${body} `, headers, secret)).toThrow(
    sdk.WebhookVerificationError,
  );
});
