-- The beginning of `admit.lua` and `admit-refused.lua`. It rejects a gateway that knows another store, or
-- that judged the request by an outdated policy, which is the state of keys and companies.
--
-- A window is a sorted set of the requests that were admitted in the last minute. A member is
-- `gateway:number`, and its score the time in ms; adding a request twice changes nothing.

local WINDOW_MS = 60000
local DAY_MS = 86400000

local store = redis.call('HMGET', KEYS[1], 'id', 'policy_version')
if store[1] ~= ARGV[1] then return {'store_reset'} end
if store[2] ~= ARGV[2] then return {'policy_changed', store[2]} end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local today = math.floor(now / DAY_MS)

local function used_of(window)
  redis.call('ZREMRANGEBYSCORE', window, '-inf', now - WINDOW_MS)
  return redis.call('ZCARD', window)
end

-- Returns when so many more requests fit into a limit; in a minute if it is too low for them.
local function free_at(window, limit, used, requests)
  if limit < requests then return now + WINDOW_MS end
  if used == 0 then return now end
  local surplus = math.min(math.max(used + requests - 1 - limit, 0), used - 1)
  return tonumber(redis.call('ZRANGE', window, surplus, surplus, 'WITHSCORES')[2]) + WINDOW_MS
end

local function take(window, gateway, number, requests)
  for each = number, number + requests - 1 do
    redis.call('ZADD', window, now, gateway .. ':' .. string.format('%.0f', each))
  end
  redis.call('PEXPIRE', window, WINDOW_MS)
end

-- Returns what is left of the block, how much of the day is taken including the block, and the limit under
-- which PostgreSQL has no further block, or -1 if none is known.
local function day_of(key)
  local found = redis.call('HMGET', key, 'day', 'left', 'taken', 'spent_under')
  if tonumber(found[1]) ~= today then return 0, 0, -1 end
  return tonumber(found[2]), tonumber(found[3]), tonumber(found[4] or -1)
end

