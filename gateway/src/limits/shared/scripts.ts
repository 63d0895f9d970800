import { createHash } from 'node:crypto';
import { DAY_MS } from '../daily-allowance';
import { WINDOW_MS } from '../rolling-window';
import { ADDED, ADMITTED, WINDOWS } from './keys';

/** A Lua script that the store runs as one step, and the hash by which it is called. */
export interface Script {
  readonly lua: string;
  readonly sha: string;
}

const script = (lua: string): Script => ({
  lua,
  sha: createHash('sha1').update(lua).digest('hex'),
});

/** How an answer begins. */
export const Verdict = {
  /** The gateways do not count here, or in another generation. */
  elsewhere: 0,
  /** A key or company has changed since; the number of the current terms follows. */
  termsChanged: 1,
  /** Not all gateways have added what they admitted: each keeps to its share for now. */
  incomplete: 2,
  /** A day's limit has too little left; its place among the KEYS for days follows, and what is left. */
  spent: 3,
  /** The minute's limit has too little left: when that changes, and what is left. */
  full: 4,
  /** A day's limit needs a block; its place follows, and the day. */
  lacking: 5,
  admitted: 6,
} as const;

/**
 * Logs what a gateway admitted for the others, which read it a few times a second: a list of lines for
 * every five seconds, kept for as long as anybody may need it. ARGV[1] is the generation everywhere.
 */
const SLOT_MS = 5_000;
const SLOTS = Math.ceil(WINDOW_MS / SLOT_MS) + 1;
const LOGGING = `
local function slotKey(slot)
  return '${ADMITTED}' .. ARGV[1] .. ':' .. slot
end

local function log(now, gateway, at, requests, window)
  local name = string.sub(window, #('${WINDOWS}' .. ARGV[1] .. ':') + 1)
  local key = slotKey(math.floor(now / ${SLOT_MS}))
  if redis.call('RPUSH', key, gateway .. ' ' .. at .. ' ' .. requests .. ' ' .. name) == 1 then
    redis.call('PEXPIRE', key, ${(SLOTS + 1) * SLOT_MS})
  end
end
`;

/**
 * KEYS[1] is the agreement. ARGV: generation, number of the terms, number of gateways that belong to
 * the generation, '1' where this gateway has already counted the request in its own share, as how many
 * requests it counts, and the gateway.
 *
 * A window is a list of times in ascending order; those older than a minute are dropped.
 */
const COUNTING = `${LOGGING}
local agreed = redis.call('HMGET', KEYS[1], 'generation', 'terms', 'members')
if agreed[1] ~= ARGV[1] then return {${Verdict.elsewhere}} end
if agreed[2] ~= ARGV[2] then return {${Verdict.termsChanged}, tonumber(agreed[2])} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local isComplete = tonumber(agreed[3]) >= tonumber(ARGV[3])
local requests = tonumber(ARGV[5])

local function used(window)
  local first = redis.call('LINDEX', window, 0)
  while first and first + ${WINDOW_MS} <= now do
    redis.call('LPOP', window)
    first = redis.call('LINDEX', window, 0)
  end
  return first and redis.call('LLEN', window) or 0
end

local function freeAt(window, limit, count, wanted)
  if limit < wanted then return now + ${WINDOW_MS} end
  if count == 0 then return now end
  local surplus = math.min(math.max(count + wanted - 1 - limit, 0), count - 1)
  return redis.call('LINDEX', window, surplus) + ${WINDOW_MS}
end

local function take(window)
  local at = math.max(now, tonumber(redis.call('LINDEX', window, -1) or 0))
  for _ = 1, requests do redis.call('RPUSH', window, at) end
  redis.call('PEXPIRE', window, at - now + ${WINDOW_MS})
  log(now, ARGV[6], at, requests, window)
end

local function refusalBy(window, limit, count)
  if not isComplete then return ARGV[4] ~= '1' and {${Verdict.incomplete}} end
  if count + requests <= limit then return nil end
  local free = freeAt(window, limit, count, requests)
  return {${Verdict.full}, now, free, math.max(limit - count, 0)}
end

local today = math.floor(now / ${DAY_MS})
local function daily(key)
  local found = redis.call('HMGET', key, 'day', 'left', 'taken', 'spent_under')
  if tonumber(found[1]) ~= today then return 0, 0, -1 end
  return tonumber(found[2]), tonumber(found[3]), tonumber(found[4] or -1)
end
`;

/**
 * Counts a request against a window (KEYS[2], ARGV[7]) and days' limits (KEYS[3..], ARGV[8..]), or
 * against none. When admitted, the answer holds the time, the number of requests in the window, when
 * its next slot is free, and for each day's limit what is left of its block and what is taken of the day.
 */
export const ADMIT = script(`${COUNTING}
local lacking = 0
local takenOf = {}
for place = 1, #KEYS - 2 do
  local limit = tonumber(ARGV[place + 7])
  local left, taken, spentUnder = daily(KEYS[place + 2])
  local remaining = math.max(limit - (taken - left), 0)
  if spentUnder == limit then remaining = math.min(remaining, left) end
  if remaining < requests then return {${Verdict.spent}, now, place, remaining} end
  if left < requests and lacking == 0 then lacking = place end
  takenOf[place] = taken
end
local limit = tonumber(ARGV[7])
local count = used(KEYS[2])
local refusal = refusalBy(KEYS[2], limit, count)
if refusal then return refusal end
if lacking > 0 then return {${Verdict.lacking}, now, lacking, today} end
take(KEYS[2])
count = count + requests
local answer = {${Verdict.admitted}, now, count, freeAt(KEYS[2], limit, count, 1)}
for place = 1, #KEYS - 2 do
  table.insert(answer, redis.call('HINCRBY', KEYS[place + 2], 'left', -requests))
  table.insert(answer, takenOf[place])
end
return answer
`);

/**
 * Counts a refused request against its own window (KEYS[2], ARGV[7]). The answer is as above, with the
 * count and next free slot of another window (KEYS[3], ARGV[8]) before the days' limits (KEYS[4..]).
 */
export const ADMIT_REFUSED = script(`${COUNTING}
local limit = tonumber(ARGV[7])
local count = used(KEYS[2])
local refusal = refusalBy(KEYS[2], limit, count)
if refusal then return refusal end
take(KEYS[2])
local others = used(KEYS[3])
local answer = {
  ${Verdict.admitted}, now, count + 1, freeAt(KEYS[2], limit, count + 1, 1),
  others, freeAt(KEYS[3], tonumber(ARGV[8]), others, 1),
}
for place = 4, #KEYS do
  local left, taken = daily(KEYS[place])
  table.insert(answer, left)
  table.insert(answer, taken)
end
return answer
`);

/**
 * Adds a block that was reserved in PostgreSQL to a day's limit (KEYS[2]); an empty one means that
 * nothing is left under this limit. ARGV: generation, day, units, taken of the day, limit.
 */
export const ADD_BLOCK = script(`
if redis.call('HGET', KEYS[1], 'generation') ~= ARGV[1] then return {${Verdict.elsewhere}} end
local day = tonumber(redis.call('HGET', KEYS[2], 'day') or -1)
if day > tonumber(ARGV[2]) then return {${Verdict.admitted}} end
if day < tonumber(ARGV[2]) then
  redis.call('DEL', KEYS[2])
  redis.call('HSET', KEYS[2], 'day', ARGV[2], 'left', 0, 'taken', 0)
end
local taken = math.max(tonumber(redis.call('HGET', KEYS[2], 'taken')), tonumber(ARGV[4]))
redis.call('HSET', KEYS[2], 'taken', string.format('%.0f', taken))
redis.call('HINCRBY', KEYS[2], 'left', ARGV[3])
if ARGV[3] == '0' then
  redis.call('HSET', KEYS[2], 'spent_under', ARGV[5])
else
  redis.call('HDEL', KEYS[2], 'spent_under')
end
redis.call('EXPIRE', KEYS[2], ${(2 * DAY_MS) / 1_000})
return {${Verdict.admitted}}
`);

/** What is left of the blocks of days' limits (KEYS[2..]) on a day. ARGV: generation, day. */
export const LEFT_OF_BLOCKS = script(`
if redis.call('HGET', KEYS[1], 'generation') ~= ARGV[1] then return {${Verdict.elsewhere}} end
local answer = {${Verdict.admitted}}
for place = 2, #KEYS do
  local found = redis.call('HMGET', KEYS[place], 'day', 'left')
  table.insert(answer, found[1] == ARGV[2] and tonumber(found[2]) or 0)
end
return answer
`);

/**
 * Adds what a gateway admitted to windows (KEYS). ARGV: generation, gateway, '1' where another gateway
 * speaks for it, which counts once, and for each window how long ago in ms, as a JSON array.
 */
export const ADD_WINDOWS = script(`${LOGGING}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local gateway = ARGV[2]

local function mayAdd(window)
  if ARGV[3] ~= '1' then return true end
  local key = '${ADDED}' .. ARGV[1] .. ':' .. gateway
  local isFirst = redis.call('HSETNX', key, window, 1) == 1
  redis.call('PEXPIRE', key, ${2 * WINDOW_MS})
  return isFirst
end

local function add(window, ages)
  local moments = {}
  for _, moment in ipairs(redis.call('LRANGE', window, 0, -1)) do
    table.insert(moments, tonumber(moment))
  end
  for _, age in ipairs(ages) do
    local at = math.floor(now - age)
    table.insert(moments, at)
    log(now, gateway, at, 1, window)
  end
  table.sort(moments)
  redis.call('DEL', window)
  for _, moment in ipairs(moments) do redis.call('RPUSH', window, moment) end
  redis.call('PEXPIRE', window, ${WINDOW_MS})
end

for place = 1, #KEYS do
  if mayAdd(KEYS[place]) then add(KEYS[place], cjson.decode(ARGV[place + 3])) end
end
return {${Verdict.admitted}}
`);

/** So many lines take the store well below a millisecond. */
const LINES_AT_ONCE = 1_000;

/**
 * What was logged since a place. ARGV: generation, and the slot and offset of the place. The answer
 * holds the time, the next place, 1 where there is more already, and the lines.
 */
export const READ_LOG = script(`${LOGGING}
if redis.call('HGET', KEYS[1], 'generation') ~= ARGV[1] then return {${Verdict.elsewhere}} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last = math.floor(now / ${SLOT_MS})
local slot = tonumber(ARGV[2])
local offset = tonumber(ARGV[3])
if slot < last - ${SLOTS} then
  slot = last - ${SLOTS}
  offset = 0
end
local lines = {}
while true do
  local wanted = ${LINES_AT_ONCE} - #lines
  local some = redis.call('LRANGE', slotKey(slot), offset, offset + wanted - 1)
  for _, line in ipairs(some) do table.insert(lines, line) end
  offset = offset + #some
  if #lines == ${LINES_AT_ONCE} or slot >= last then break end
  slot = slot + 1
  offset = 0
end
local hasMore = #lines == ${LINES_AT_ONCE} and 1 or 0
return {${Verdict.admitted}, now, slot, offset, hasMore, table.concat(lines, '\\n')}
`);

/**
 * Makes a gateway a member of a generation. ARGV: generation, gateway, and '1' where the generation
 * may begin with this gateway. Where it may not and the store does not know it, the store lost its data.
 */
export const JOIN = script(`
local generation = tonumber(redis.call('HGET', KEYS[1], 'generation') or -1)
if generation > tonumber(ARGV[1]) then return {${Verdict.elsewhere}} end
if generation < tonumber(ARGV[1]) then
  if ARGV[3] ~= '1' then return {${Verdict.elsewhere}} end
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'generation', ARGV[1], 'terms', 1, 'members', 0)
end
if redis.call('HSETNX', KEYS[1], 'member ' .. ARGV[2], 1) == 1 then
  redis.call('HINCRBY', KEYS[1], 'members', 1)
end
return {${Verdict.admitted}}
`);

/** Makes all gateways of a generation (ARGV[1]) see that a key or company has changed. */
export const CHANGE_TERMS = script(`
if redis.call('HGET', KEYS[1], 'generation') ~= ARGV[1] then return {${Verdict.elsewhere}} end
redis.call('HINCRBY', KEYS[1], 'terms', 1)
return {${Verdict.admitted}}
`);

/** Whether the generation (ARGV[1]) is the current one. */
export const CHECK_GENERATION = script(`
if redis.call('HGET', KEYS[1], 'generation') ~= ARGV[1] then return {${Verdict.elsewhere}} end
return {${Verdict.admitted}}
`);

export const SCRIPTS = [
  ADMIT,
  ADMIT_REFUSED,
  ADD_BLOCK,
  LEFT_OF_BLOCKS,
  ADD_WINDOWS,
  READ_LOG,
  JOIN,
  CHANGE_TERMS,
  CHECK_GENERATION,
];
