-- The beginning of `admit.lua` and `count-rejected.lua`. It rejects a gateway that knows another store, or
-- that checked the request by outdated keys and companies: their changes raise the policy version.
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

local function count_window(window)
  redis.call('ZREMRANGEBYSCORE', window, '-inf', now - WINDOW_MS)
  return redis.call('ZCARD', window)
end

-- Returns when this many more requests fit into the limit. If they never do, it is a whole window from now.
local function find_free_time(window, limit, used, requests)
  if limit < requests then return now + WINDOW_MS end
  if used == 0 then return now end
  local surplus = math.min(math.max(used + requests - 1 - limit, 0), used - 1)
  return tonumber(redis.call('ZRANGE', window, surplus, surplus, 'WITHSCORES')[2]) + WINDOW_MS
end

local function add_to_window(window, gateway, first_number, requests)
  for number = first_number, first_number + requests - 1 do
    redis.call('ZADD', window, now, gateway .. ':' .. string.format('%.0f', number))
  end
  redis.call('PEXPIRE', window, WINDOW_MS)
end

-- Returns the unused part of the block, all requests of the day that PostgreSQL has reserved (this block
-- included), and the limit under which PostgreSQL last had no further block, or -1.
local function read_block(key)
  local found = redis.call('HMGET', key, 'day', 'unused', 'total_reserved', 'spent_under')
  if tonumber(found[1]) ~= today then return 0, 0, -1 end
  return tonumber(found[2]), tonumber(found[3]), tonumber(found[4] or -1)
end

