-- Returns the unused part of each block on a day, and 0 for a block of another day.
--
-- KEYS: store, blocks. ARGV: store id, day.

if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return {'store_reset'} end

local reply = {'done'}
for index = 2, #KEYS do
  local found = redis.call('HMGET', KEYS[index], 'day', 'unused')
  table.insert(reply, found[1] == ARGV[2] and tonumber(found[2]) or 0)
end
return reply
