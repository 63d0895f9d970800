import { effectiveScopes } from './scopes';

describe('effectiveScopes', () => {
  it('lets inventory:write read', () => {
    expect(effectiveScopes(['inventory:write'])).toEqual(['inventory:read', 'inventory:write']);
  });

  it('lets inventory:transfer neither read nor write', () => {
    expect(effectiveScopes(['inventory:transfer'])).toEqual(['inventory:transfer']);
  });

  it('names each scope once', () => {
    expect(
      effectiveScopes(['jobs:read', 'jobs:read', 'inventory:read', 'inventory:write']),
    ).toEqual(['jobs:read', 'inventory:read', 'inventory:write']);
  });
});
