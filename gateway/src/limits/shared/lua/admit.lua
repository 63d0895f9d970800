-- Counts a request against its limit per minute and all daily limits, or rejects it and counts nothing.
--
-- KEYS: store, window, block of each daily limit.
-- ARGV: store id, policy version, gateway, number of the request, how many requests it counts as, limit per
-- minute, each daily limit.

local requests = tonumber(ARGV[5])
local limit = tonumber(ARGV[6])

local lacking = 0
local taken_of = {}
for place = 1, #KEYS - 2 do
  local daily = tonumber(ARGV[place + 6])
  local left, taken, spent_under = day_of(KEYS[place + 2])
  local remaining = math.max(daily - (taken - left), 0)
  if spent_under == daily then remaining = math.min(remaining, left) end
  if remaining < requests then return {'day_full', now, place, remaining} end
  if left < requests and lacking == 0 then lacking = place end
  taken_of[place] = taken
end

local used = used_of(KEYS[2])
if used + requests > limit then
  return {'minute_full', now, free_at(KEYS[2], limit, used, requests), math.max(limit - used, 0)}
end
if lacking > 0 then return {'needs_block', now, lacking, today} end

take(KEYS[2], ARGV[3], tonumber(ARGV[4]), requests)
used = used + requests
local reply = {'admitted', now, used, free_at(KEYS[2], limit, used, 1)}
for place = 1, #KEYS - 2 do
  table.insert(reply, redis.call('HINCRBY', KEYS[place + 2], 'left', -requests))
  table.insert(reply, taken_of[place])
end
return reply
