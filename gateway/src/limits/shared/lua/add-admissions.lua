-- Adds the requests that a gateway admitted by itself to their windows. Removes those whose reply was lost
-- and that the gateway did not admit.
--
-- KEYS: store, windows.
-- ARGV: store id, gateway, JSON list of [index of the window in KEYS, age in ms, number of the request,
-- how many requests it counts as, whether it was admitted].

local WINDOW_MS = 60000

if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return {'store_reset'} end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, admission in ipairs(cjson.decode(ARGV[3])) do
  local place, age, number, requests, is_admitted = unpack(admission)
  for each = number, number + requests - 1 do
    local member = ARGV[2] .. ':' .. string.format('%.0f', each)
    if is_admitted then
      redis.call('ZADD', KEYS[place], now - age, member)
    else
      redis.call('ZREM', KEYS[place], member)
    end
  end
end
for place = 2, #KEYS do redis.call('PEXPIRE', KEYS[place], WINDOW_MS) end
return {'done'}
