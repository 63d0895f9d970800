-- Adds the requests that a gateway has admitted to their windows; adding one twice changes nothing. Removes
-- those that the store may have counted although the gateway has not admitted them: its reply was lost.
--
-- KEYS: store, windows.
-- ARGV: store id, gateway, JSON list of [index of the window in KEYS, age in ms, first number of the
-- request, how many requests it counts as, whether it was admitted].

local WINDOW_MS = 60000

if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return {'store_reset'} end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, admission in ipairs(cjson.decode(ARGV[3])) do
  local index, age, first_number, requests, is_admitted = unpack(admission)
  for number = first_number, first_number + requests - 1 do
    local member = ARGV[2] .. ':' .. string.format('%.0f', number)
    if is_admitted then
      redis.call('ZADD', KEYS[index], now - age, member)
    else
      redis.call('ZREM', KEYS[index], member)
    end
  end
end
for index = 2, #KEYS do redis.call('PEXPIRE', KEYS[index], WINDOW_MS) end
return {'done'}
