import { expectDocumented } from './documented';
import { aCustomer, testService, type TestService } from './service';

interface Conflict {
  readonly error: string;
  readonly matched_field: string;
  readonly customer_id: number;
}

let service: TestService;
let number = 0;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const another = (overrides: object = {}) => {
  number += 1;
  return { ...aCustomer(number), ...overrides };
};
const create = async (body: object, companyId = 1) => {
  const answer = await service.api.as({ companyId }).post<Conflict>('/api/v1/customers', body);
  expectDocumented('createCustomer', answer.status, answer.body);
  return answer;
};
const update = async (id: number, body: object) => {
  const answer = await service.api.put<Conflict>(`/api/v1/customers?id=${id}`, body);
  expectDocumented('updateCustomer', answer.status, answer.body);
  return answer;
};

describe('a contact that an active customer has', () => {
  it.each([
    ['email', 'the same', 'Holder@Example.com', undefined],
    ['email', 'in another case', 'hOLDER@eXAMPLE.COM', undefined],
    ['phone', 'the same', undefined, '+12125559001'],
    ['email', 'with an invisible mark', 'holder\u200B@example.com', undefined],
    ['phone', 'written otherwise', undefined, '(212) 555-9001'],
    ['phone', 'as a link', undefined, 'tel:+12125559001'],
    [
      'phone',
      'with the marks of a contact card',
      undefined,
      '\u202A+1\u00A0212 555\u20119001\u202C',
    ],
    ['email', 'and its phone too', 'holder@example.com', '212.555.9001'],
  ])('is refused for its %s, %s', async (field, _, email, phone) => {
    await service.db.query('delete from customers where company_id = 1');
    const holder = await service.givenCustomer({
      customer_name: 'Holder',
      customer_email: 'Holder@Example.com',
      customer_phone: '+12125559001',
    });
    await service.announced();

    const wanted = another({
      ...(email && { customer_email: email }),
      ...(phone && { customer_phone: phone }),
    });

    expect(await create(wanted)).toMatchObject({
      status: 409,
      body: {
        success: false,
        error: 'customer_duplicate_contact',
        message: expect.stringContaining('Holder'),
        matched_field: field,
        customer_id: holder,
        customer_name: 'Holder',
        request_id: 'req_1',
      },
    });
    expect(await service.announced()).toEqual([]);
  });

  it.each([
    ['email', 'Ὀδυσσεύς@example.com', 'Ο\u0313ΔΥΣΣΕΎΣ@EXAMPLE.COM'],
    ['email', 'jose\u0301@example.com', 'JOSÉ@example.com'],
    ['phone', '+12125550147;ext=7', '(212) 555-0147 x7'],
    ['phone', '+525512345678', '+52 1 55 1234 5678'],
  ])('is refused for its %s %s, sent as %s', async (field, kept, sent) => {
    const holder = await service.givenCustomer({ [`customer_${field}`]: kept });

    expect(await create(another({ [`customer_${field}`]: sent }))).toMatchObject({
      status: 409,
      body: { matched_field: field, customer_id: holder },
    });
    const { body } = await service.api.get(`/api/v1/customers?id=${holder}`);
    expect(body).toMatchObject({ data: { [`customer_${field}`]: kept } });
  });

  it('is another one with an extension', async () => {
    await create(another({ customer_phone: '+12125550148' }));

    for (const extension of ['x1', 'x2']) {
      const answer = await create(another({ customer_phone: `(212) 555-0148 ${extension}` }));
      expect(answer.status).toBe(201);
    }
  });

  it('is free in another company', async () => {
    const body = another();
    await create(body);

    expect((await create(body, 2)).status).toBe(201);
  });

  it('is refused on update as well, which then changes nothing', async () => {
    const holder = await service.givenCustomer({ customer_email: 'wanted@example.com' });
    const id = await service.givenCustomer({ customer_name: 'Seeker' });
    await service.announced();

    const answer = await update(id, {
      customer_name: 'Changed',
      customer_email: 'WANTED@example.com',
    });

    expect(answer).toMatchObject({
      status: 409,
      body: {
        error: 'customer_duplicate_contact',
        matched_field: 'email',
        customer_id: holder,
      },
    });
    const { body } = await service.api.get(`/api/v1/customers?id=${id}`);
    expect(body).toMatchObject({ data: { customer_name: 'Seeker' } });
    expect(await service.announced()).toEqual([]);
  });

  it('does not stand in its own way', async () => {
    const id = await service.givenCustomer({ customer_email: 'self@example.com' });

    expect((await update(id, { customer_email: 'SELF@example.com' })).status).toBe(200);
  });

  it('is free again once its holder has another', async () => {
    const body = another();
    await create(body);
    const { customer_id: holder } = (await create(body)).body;
    await update(holder, another());

    expect((await create(body)).status).toBe(201);
  });
});

describe('a contact that a removed customer holds', () => {
  it.each(['email', 'phone'] as const)('is refused for its %s', async (field) => {
    const body = another({ customer_name: 'Removed' });
    await create(body);
    const { customer_id: holder } = (await create(body)).body;
    await service.givenRemoved(holder);
    const contact = `customer_${field}` as const;

    const wanted = another({ [contact]: body[contact] });

    expect(await create(wanted)).toMatchObject({
      status: 409,
      body: {
        error: 'customer_soft_deleted_conflict',
        matched_field: field,
        customer_id: holder,
        customer_name: 'Removed',
      },
    });
  });

  it('is named after an active customer that has the other half', async () => {
    const removed = another();
    const active = another();
    await service.givenRemoved(await service.givenCustomer(removed));
    const activeId = await service.givenCustomer(active);

    const wanted = another({
      customer_email: removed.customer_email,
      customer_phone: active.customer_phone,
    });

    expect(await create(wanted)).toMatchObject({
      status: 409,
      body: {
        error: 'customer_duplicate_contact',
        matched_field: 'phone',
        customer_id: activeId,
      },
    });
  });
});

describe('the same contact, wanted at once', () => {
  it('goes to exactly one of fifty', async () => {
    const body = another();
    await service.announced();

    const answers = await Promise.all(Array.from({ length: 50 }, () => create(body)));

    const winners = answers.filter(({ status }) => status === 201);
    const losers = answers.filter(({ status }) => status === 409);
    expect([winners.length, losers.length]).toEqual([1, 49]);
    const winner = (winners[0]?.body as unknown as { data: { customer_id: number } }).data;
    for (const { body: refusal } of losers) {
      expect(refusal).toMatchObject({
        error: 'customer_duplicate_contact',
        matched_field: 'email',
        customer_id: winner.customer_id,
      });
    }
    expect(await service.announced()).toHaveLength(1);
  });

  it('goes to one of two, when one wants the e-mail and one the phone with it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = another();
      const answers = await Promise.all([
        create({ ...another(), customer_email: body.customer_email }),
        create({ ...another(), customer_phone: body.customer_phone }),
        create(body),
      ]);
      const statuses = answers.map(({ status }) => status);
      // Either the one with both wins alone, or the two with one half each.
      expect(statuses).toEqual(statuses[2] === 201 ? [409, 409, 201] : [201, 201, 409]);
    }
  });

  it('is never a fault of ours when two customers swap theirs', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [another(), another()];
      const [oneId, otherId] = [
        await service.givenCustomer(one),
        await service.givenCustomer(other),
      ];

      const answers = await Promise.all([
        update(oneId, { customer_email: other.customer_email }),
        update(otherId, { customer_email: one.customer_email }),
      ]);

      for (const { status } of answers) expect(status).toBe(409);
    }
  });
});
