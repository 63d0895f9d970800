-- Makes every gateway that counts in the store check its next request by the changed keys and companies.
--
-- KEYS: store. ARGV: store id.

if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return {'store_reset'} end

redis.call('HINCRBY', KEYS[1], 'policy_version', 1)
return {'done'}
