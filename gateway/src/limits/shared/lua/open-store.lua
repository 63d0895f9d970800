-- Returns the store's id and policy version. A store that is new or has lost its data gets the new id.
--
-- KEYS: store. ARGV: new id.

if redis.call('HSETNX', KEYS[1], 'id', ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], 'policy_version', 0)
end
return redis.call('HMGET', KEYS[1], 'id', 'policy_version')
