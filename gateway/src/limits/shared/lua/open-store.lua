-- The id of the store and the version of the policy. A store that is new, or has lost its data, gets the id
-- that is given.
--
-- KEYS: the store. ARGV: an id that no store has.

if redis.call('HSETNX', KEYS[1], 'id', ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], 'policy_version', 0)
end
return redis.call('HMGET', KEYS[1], 'id', 'policy_version')
