-- Counts a rejected request against the limit of rejected requests. The key's other limits are only read,
-- for the response's headers.
--
-- KEYS: store, window of rejected requests, window of the other limit, block of each daily limit.
-- ARGV: store id, policy version, gateway, number of the request, limit of rejected requests, other limit.

local limit = tonumber(ARGV[5])

local used = count_window(KEYS[2])
if used + 1 > limit then
  return {'minute_full', now, find_free_time(KEYS[2], limit, used, 1), math.max(limit - used, 0)}
end

add_to_window(KEYS[2], ARGV[3], tonumber(ARGV[4]), 1)
local other = count_window(KEYS[3])
local reply = {
  'admitted', now, used + 1, find_free_time(KEYS[2], limit, used + 1, 1),
  other, find_free_time(KEYS[3], tonumber(ARGV[6]), other, 1),
}
for index = 4, #KEYS do
  local unused, total_reserved = read_block(KEYS[index])
  table.insert(reply, unused)
  table.insert(reply, total_reserved)
end
return reply
