-- What is left of blocks on a day.
--
-- KEYS: the store, blocks. ARGV: id of the store, day.

if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return {'store_reset'} end

local reply = {'done'}
for place = 2, #KEYS do
  local found = redis.call('HMGET', KEYS[place], 'day', 'left')
  table.insert(reply, found[1] == ARGV[2] and tonumber(found[2]) or 0)
end
return reply
