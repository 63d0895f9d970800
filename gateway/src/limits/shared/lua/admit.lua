-- Counts a request against its limit per minute and all daily limits, or rejects it and counts nothing.
--
-- KEYS: store, window, block of each daily limit.
-- ARGV: store id, policy version, gateway, first number of the request, how many requests it counts as, limit
-- per minute, each daily limit.

local requests = tonumber(ARGV[5])
local limit = tonumber(ARGV[6])

local too_small_block = 0
local totals_reserved = {}
for index = 1, #KEYS - 2 do
  local daily = tonumber(ARGV[index + 6])
  local unused, total_reserved, spent_under = read_block(KEYS[index + 2])
  local remaining = math.max(daily - (total_reserved - unused), 0)
  if spent_under == daily then remaining = math.min(remaining, unused) end
  if remaining < requests then return {'day_full', now, index, remaining} end
  if unused < requests and too_small_block == 0 then too_small_block = index end
  totals_reserved[index] = total_reserved
end

local used = count_window(KEYS[2])
if used + requests > limit then
  return {'minute_full', now, find_free_time(KEYS[2], limit, used, requests), math.max(limit - used, 0)}
end
if too_small_block > 0 then return {'needs_block', now, too_small_block, today} end

add_to_window(KEYS[2], ARGV[3], tonumber(ARGV[4]), requests)
used = used + requests
local reply = {'admitted', now, used, find_free_time(KEYS[2], limit, used, 1)}
for index = 1, #KEYS - 2 do
  table.insert(reply, redis.call('HINCRBY', KEYS[index + 2], 'unused', -requests))
  table.insert(reply, totals_reserved[index])
end
return reply
