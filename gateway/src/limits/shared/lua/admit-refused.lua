-- Counts a rejected request against the limit of rejected requests. The key's other limits are only read,
-- for the response's headers.
--
-- KEYS: store, window of rejected requests, window of the other limit, block of each daily limit.
-- ARGV: store id, policy version, gateway, number of the request, limit of rejected requests, other limit.

local limit = tonumber(ARGV[5])

local used = used_of(KEYS[2])
if used + 1 > limit then
  return {'minute_full', now, free_at(KEYS[2], limit, used, 1), math.max(limit - used, 0)}
end

take(KEYS[2], ARGV[3], tonumber(ARGV[4]), 1)
local other = used_of(KEYS[3])
local reply = {
  'admitted', now, used + 1, free_at(KEYS[2], limit, used + 1, 1),
  other, free_at(KEYS[3], tonumber(ARGV[6]), other, 1),
}
for place = 4, #KEYS do
  local left, taken = day_of(KEYS[place])
  table.insert(reply, left)
  table.insert(reply, taken)
end
return reply
