import { requireVersion } from './precondition';

describe('requireVersion', () => {
  it.each([1, 3])('refuses version %i of a record at version 2', (expected) => {
    expect(() => requireVersion('job', { version: 2 }, expected)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: `The job is at version 2, not ${expected}: it has changed since it was read.`,
        details: { current_version: 2 },
      }),
    );
  });

  it('accepts the current version, or none', () => {
    expect(() => requireVersion('job', { version: 2 }, 2)).not.toThrow();
    expect(() => requireVersion('job', { version: 2 }, undefined)).not.toThrow();
  });
});
