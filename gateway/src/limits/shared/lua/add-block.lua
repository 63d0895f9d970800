-- Adds a block of requests, which was reserved in PostgreSQL, to a daily limit. An empty block means that
-- PostgreSQL has none left under this limit.
--
-- KEYS: store, block of the daily limit.
-- ARGV: store id, day, requests in the block, all requests of the day that PostgreSQL has reserved, daily limit.

local TWO_DAYS_S = 172800

if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return {'store_reset'} end

local day = tonumber(redis.call('HGET', KEYS[2], 'day') or -1)
if day > tonumber(ARGV[2]) then return {'done'} end
if day < tonumber(ARGV[2]) then
  redis.call('DEL', KEYS[2])
  redis.call('HSET', KEYS[2], 'day', ARGV[2], 'unused', 0, 'total_reserved', 0)
end
local total_reserved = math.max(tonumber(redis.call('HGET', KEYS[2], 'total_reserved')), tonumber(ARGV[4]))
redis.call('HSET', KEYS[2], 'total_reserved', string.format('%.0f', total_reserved))
redis.call('HINCRBY', KEYS[2], 'unused', ARGV[3])
if ARGV[3] == '0' then
  redis.call('HSET', KEYS[2], 'spent_under', ARGV[5])
else
  redis.call('HDEL', KEYS[2], 'spent_under')
end
redis.call('EXPIRE', KEYS[2], TWO_DAYS_S)
return {'done'}
