import { trimResponse } from '../src/trim-response';

const job = {
  job_id: 1,
  job_title: 'Pump',
  assets: [
    { asset_id: 5, asset_tag: 'A-5' },
    { asset_id: 6, asset_tag: 'A-6' },
  ],
};

it('leaves an answer as it is where no fields are asked for', () => {
  const answer = { success: true, data: job, request_id: 'req_1' };
  expect(trimResponse(answer, undefined)).toBe(answer);
});

it('keeps the asked fields of a record, and parts of what is inside it', () => {
  const trimmed = trimResponse({ success: true, data: job }, [
    'job_id',
    'assets.asset_tag',
    'none',
  ]);
  expect(trimmed).toEqual({
    data: { job_id: 1, assets: [{ asset_tag: 'A-5' }, { asset_tag: 'A-6' }] },
  });
});

it('keeps them of each entry of a list, with its pagination', () => {
  const pagination = { page: 1, per_page: 50, total: 1, total_pages: 1 };
  const answer = { success: true, data: [job], pagination, request_id: 'req_1' };
  expect(trimResponse(answer, ['job_title'])).toEqual({
    data: [{ job_title: 'Pump' }],
    pagination,
  });
  expect(trimResponse(answer, ['assets', 'assets.asset_id'])).toEqual({
    data: [{ assets: job.assets }],
    pagination,
  });
});
