-- Tells every gateway that counts in the store that a key or company has changed.
--
-- KEYS: the store. ARGV: id of the store.

if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return {'store_reset'} end

redis.call('HINCRBY', KEYS[1], 'policy_version', 1)
return {'done'}
