import { testService, type TestService } from './service';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.set('2026-03-02T14:15:00Z');
  await service.announced();
});

interface Invoice {
  readonly invoice_id: number;
  readonly invoice_number: string;
  readonly version: number;
  readonly status: string;
  readonly paid_cents: number;
  readonly payments: readonly { amount_cents: number }[];
}

const create = (jobId: number, body: unknown, companyId = 1) =>
  service.admin.as({ companyId }).post<{ data: Invoice }>(`/admin/jobs/${jobId}/invoices`, body);

const givenInvoice = async (totalCents: number, companyId = 1): Promise<number> => {
  const jobId = await service.givenJob({}, companyId);
  return (await create(jobId, { total_cents: totalCents }, companyId)).body.data.invoice_id;
};

const pay = (id: number, body: unknown) =>
  service.admin.post<{ data: Invoice }>(`/admin/invoices/${id}/payments`, body);

const get = (id: number) => service.admin.get<{ data: Invoice }>(`/admin/invoices/${id}`);

const read = async (ids: readonly number[]) =>
  (
    await service.internal.get<{ data: { id: number }[] }>(
      `/internal/records/invoices?ids=${ids.join()}`,
    )
  ).body.data;

describe('POST /admin/jobs/:id/invoices', () => {
  it('creates an invoice of the job, in whole cents', async () => {
    const jobId = await service.givenJob();

    const { status, body } = await create(jobId, { total_cents: 12_345, currency: 'EUR' });

    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Invoice created.',
      data: {
        invoice_id: expect.any(Number),
        version: 1,
        invoice_number: expect.stringMatching(/^INV-\d{6}$/),
        job_id: jobId,
        status: 'Open',
        currency: 'EUR',
        total_cents: 12_345,
        paid_cents: 0,
        created_at: '2026-03-02T09:15:00-05:00',
        updated_at: '2026-03-02T09:15:00-05:00',
        paid_at: null,
      },
      request_id: 'req_1',
    });
    expect(await service.announced()).toEqual([]);
  });

  it('numbers the invoices of each company from 1 without gaps, also those made at once', async () => {
    const jobId = await service.givenJob({}, 8);
    await create(jobId, { total_cents: 0 }, 8);

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create(jobId, { total_cents: 100 }, 8)),
    );

    const numbers = answers.map(({ body }) => body.data.invoice_number).sort();
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `INV-00000${number}`));
  });

  it('creates one invoice for a key that arrives many times, at once too', async () => {
    const jobId = await service.givenJob({}, 9);
    const body = { total_cents: 500, currency: 'EUR', idempotency_key: 'one' };

    const answers = await Promise.all(Array.from({ length: 6 }, () => create(jobId, body, 9)));
    const later = await create(jobId, body, 9);
    const another = await create(jobId, { ...body, idempotency_key: 'two' }, 9);

    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    const numbers = [...answers, later].map(({ body: { data } }) => data.invoice_number);
    expect(new Set(numbers)).toEqual(new Set(['INV-000001']));
    expect(another.body.data.invoice_number).toBe('INV-000002');
  });

  it("refuses another invoice's key, and takes it from another company", async () => {
    const [jobId, otherJob] = [await service.givenJob({}, 9), await service.givenJob({}, 9)];
    const body = { total_cents: 500, currency: 'EUR', idempotency_key: 'taken' };
    const refused = { status: 409, body: { error: 'idempotency_key_reused' } };

    // Two jobs at once: one gets the key, and no number is skipped.
    const [one, other] = await Promise.all([create(jobId, body, 9), create(otherJob, body, 9)]);
    expect([one.status, other.status].sort()).toEqual([201, 409]);
    const charged = one.status === 201 ? jobId : otherJob;
    const uncharged = one.status === 201 ? otherJob : jobId;

    expect(await create(uncharged, body, 9)).toMatchObject(refused);
    expect(await create(charged, { ...body, total_cents: 501 }, 9)).toMatchObject(refused);
    expect(await create(charged, { ...body, currency: 'USD' }, 9)).toMatchObject(refused);
    expect((await create(await service.givenJob({}, 10), body, 10)).status).toBe(201);
    const next = await create(charged, { ...body, idempotency_key: 'free' }, 9);
    expect(next.body.data.invoice_number).toBe('INV-000004');
  });

  it('is in dollars unless it says otherwise', async () => {
    const { body } = await create(await service.givenJob(), { total_cents: 1 });

    expect(body.data).toMatchObject({ currency: 'USD' });
  });

  it.each([
    ['total_cents', {}],
    ['total_cents', { total_cents: 0 }],
    ['total_cents', { total_cents: -5 }],
    ['total_cents', { total_cents: 10.5 }],
    ['total_cents', { total_cents: '100' }],
    ['total_cents', { total_cents: 1_000_000_000 }],
    ['currency', { total_cents: 100, currency: 'usd' }],
    ['currency', { total_cents: 100, currency: 'DOLLAR' }],
  ])('refuses %s of %j', async (field, body) => {
    expect(await create(await service.givenJob(), body)).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', errors: [{ field }] },
    });
  });

  it('answers 404 for a job that is deleted, absent or of another company', async () => {
    const deleted = await service.givenJob();
    await service.admin.post(`/admin/jobs/${deleted}/delete`);
    const another = await service.givenJob({}, 2);

    for (const jobId of [deleted, another, 999_999]) {
      expect(await create(jobId, { total_cents: 100 })).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    }
  });
});

describe('POST /admin/invoices/:id/payments', () => {
  it('records a part without an announcement', async () => {
    const id = await givenInvoice(10_000);
    service.clock.set('2026-03-03T14:15:00Z');

    const { status, body } = await pay(id, { amount_cents: 4_000, reference: ' Check 12 ' });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: 'Payment recorded.',
      data: { version: 2, status: 'Open', paid_cents: 4_000, paid_at: null },
    });
    expect((await get(id)).body.data).toMatchObject({
      updated_at: '2026-03-03T09:15:00-05:00',
      payments: [
        {
          payment_id: expect.any(Number),
          amount_cents: 4_000,
          reference: 'Check 12',
          recorded_at: '2026-03-03T09:15:00-05:00',
        },
      ],
    });
    expect(await service.announced()).toEqual([]);
  });

  it('announces once that the invoice is fully paid', async () => {
    const id = await givenInvoice(10_000);
    await pay(id, { amount_cents: 4_000 });
    service.clock.set('2026-03-04T14:15:00Z');

    const { body } = await pay(id, { amount_cents: 6_000 });

    expect(body.data).toMatchObject({
      version: 3,
      status: 'Paid',
      paid_cents: 10_000,
      paid_at: '2026-03-04T09:15:00-05:00',
    });
    expect(await service.announced()).toEqual([
      {
        specversion: '1.0',
        id: expect.stringMatching(/^evt_[0-9A-Z]{26}$/),
        source: '/jobs',
        type: 'invoice.paid',
        subject: String(id),
        time: '2026-03-04T14:15:00.000Z',
        datacontenttype: 'application/json',
        companyid: 1,
        version: 3,
        actor: 'ui',
        data: {},
      },
    ]);
    expect(service.wakeUps()).toBeGreaterThan(0);
  });

  it('refuses what is more than is still to be paid, and writes nothing', async () => {
    const id = await givenInvoice(10_000);
    await pay(id, { amount_cents: 9_000 });
    const before = await get(id);

    expect(await pay(id, { amount_cents: 1_001 })).toMatchObject({
      status: 400,
      body: {
        error: 'validation_failed',
        errors: [
          {
            field: 'amount_cents',
            message: 'amount_cents is more than the 1000 cents that are still to be paid.',
          },
        ],
      },
    });
    expect((await get(id)).body).toEqual(before.body);
    expect(await service.announced()).toEqual([]);
  });

  it('lets none of many payments at once overpay, and one alone be the last', async () => {
    const id = await givenInvoice(1_000);

    const answers = await Promise.all(
      Array.from({ length: 16 }, () => pay(id, { amount_cents: 100 })),
    );

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 400)).toHaveLength(6);
    const { data } = (await get(id)).body;
    expect(data).toMatchObject({ version: 11, status: 'Paid', paid_cents: 1_000 });
    expect(data.payments.map(({ amount_cents }) => amount_cents)).toEqual(Array(10).fill(100));
    expect(await service.announced()).toMatchObject([
      { type: 'invoice.paid', subject: String(id), version: 11 },
    ]);
  });

  it('records a payment that is sent again under its idempotency_key once', async () => {
    const id = await givenInvoice(10_000);
    const payment = { amount_cents: 4_000, reference: 'Check 12', idempotency_key: 'one' };

    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(id, payment)));
    const again = await pay(id, payment);

    for (const { status, body } of [...answers, again]) {
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ version: 2, paid_cents: 4_000 });
    }
    expect((await get(id)).body.data.payments).toHaveLength(1);

    await pay(id, { ...payment, idempotency_key: 'two' });
    await pay(id, { amount_cents: 2_000, idempotency_key: 'three' });
    expect(await pay(id, { amount_cents: 2_000, idempotency_key: 'three' })).toMatchObject({
      status: 200,
      body: { data: { status: 'Paid', paid_cents: 10_000 } },
    });
    expect(await service.announced()).toMatchObject([{ type: 'invoice.paid' }]);
  });

  it('hints at each change of an invoice, and at none that is refused', async () => {
    const jobId = await service.givenJob({}, 2);
    service.hinted();

    const { invoice_id: id } = (await create(jobId, { total_cents: 1_000 }, 2)).body.data;
    expect(service.hinted()).toEqual([2]);
    const payments = `/admin/invoices/${id}/payments`;
    await service.admin.as({ companyId: 2 }).post(payments, { amount_cents: 100 });
    expect(service.hinted()).toEqual([2]);
    await service.admin.as({ companyId: 2 }).post(payments, { amount_cents: 100_000 });
    expect(service.hinted()).toEqual([]);
  });

  it('knows an idempotency_key of another invoice not', async () => {
    const [one, other] = [await givenInvoice(1_000), await givenInvoice(1_000)];
    const payment = { amount_cents: 100, idempotency_key: 'same' };

    for (const id of [one, other]) {
      expect((await pay(id, payment)).body.data).toMatchObject({ paid_cents: 100 });
    }
  });

  it.each([{ amount_cents: 200 }, { amount_cents: 100, reference: 'Check 13' }])(
    'refuses %j under the idempotency_key of another payment, and writes nothing',
    async (other) => {
      const id = await givenInvoice(1_000);
      await pay(id, { amount_cents: 100, idempotency_key: 'used' });

      expect(await pay(id, { ...other, idempotency_key: 'used' })).toMatchObject({
        status: 409,
        body: { error: 'idempotency_key_reused' },
      });
      expect((await get(id)).body.data.payments).toHaveLength(1);
    },
  );

  it.each(['', 'x'.repeat(256), 5, null])('refuses the idempotency_key %j', async (key) => {
    expect(
      await pay(await givenInvoice(100), { amount_cents: 1, idempotency_key: key }),
    ).toMatchObject({ status: 400, body: { errors: [{ field: 'idempotency_key' }] } });
  });

  it.each([{}, { amount_cents: 0 }, { amount_cents: -100 }, { amount_cents: 0.5 }])(
    'refuses %j',
    async (body) => {
      expect(await pay(await givenInvoice(100), body)).toMatchObject({
        status: 400,
        body: { error: 'validation_failed', errors: [{ field: 'amount_cents' }] },
      });
    },
  );

  it('keeps every payment as it was recorded', async () => {
    const id = await givenInvoice(100);
    await pay(id, { amount_cents: 100 });

    for (const sql of [
      'update invoice_payments set amount_cents = 1',
      'delete from invoice_payments',
      'truncate invoice_payments',
    ]) {
      await expect(service.db.query(sql)).rejects.toThrow('append-only');
    }
  });
});

describe('an invoice', () => {
  it('is not there for another company, nor for the API', async () => {
    const id = await givenInvoice(100, 2);

    expect(await get(id)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(await pay(id, { amount_cents: 1 })).toMatchObject({ status: 404 });
    for (const path of [`/admin/invoices/${id}`, `/internal/records/invoices?ids=${id}`]) {
      expect((await service.api.as({ companyId: 2 }).get(path)).status).toBe(404);
    }
  });

  it('is read by other services with the version that it is, those that are absent left out', async () => {
    const { data: open } = (await create(await service.givenJob(), { total_cents: 100 })).body;
    const { data: paid } = (await pay(await givenInvoice(200), { amount_cents: 200 })).body;
    const another = await givenInvoice(300, 2);

    const answers = await read([paid.invoice_id, open.invoice_id, another, 999_999]);

    expect(answers.sort((one, other) => one.id - other.id)).toEqual([
      { id: open.invoice_id, version: 1, object: open },
      { id: paid.invoice_id, version: 2, object: paid },
    ]);
  });
});

describe('GET /admin/invoice-sums', () => {
  it('sums what is unpaid and what was paid since Monday, by currency', async () => {
    const companyId = 31;
    const admin = service.admin.as({ companyId });
    // Monday, 00:30 in New York, after a payment on Sunday, 23:30.
    service.clock.set('2026-03-02T04:30:00Z');
    const large = await givenInvoice(10_000, companyId);
    await admin.post(`/admin/invoices/${large}/payments`, { amount_cents: 2_500 });
    service.clock.set('2026-03-02T05:30:00Z');
    await admin.post(`/admin/invoices/${large}/payments`, { amount_cents: 500 });
    const paid = await givenInvoice(300, companyId);
    await admin.post(`/admin/invoices/${paid}/payments`, { amount_cents: 300 });
    const jobId = await service.givenJob({}, companyId);
    await create(jobId, { total_cents: 900, currency: 'EUR' }, companyId);
    await givenInvoice(77_000);

    expect((await admin.get<{ data: unknown }>('/admin/invoice-sums')).body.data).toEqual({
      unpaid: [
        { currency: 'USD', cents: 7_000 },
        { currency: 'EUR', cents: 900 },
      ],
      paid_this_week: [{ currency: 'USD', cents: 800 }],
    });
  });
});
