import {
  MAX_ARRAY_ITEMS,
  DEFAULT_LIMITS,
  ERROR_STATUS,
  MAX_ERRORS,
  FAILED_AUTHENTICATIONS_PER_MINUTE,
  MAX_JSON_DEPTH,
  MAX_JSON_DIGITS,
  MAX_JSON_VALUES,
  MAX_TRANSACTION_MS,
  MAX_QUERY_BYTES,
  MAX_QUERY_PARAMETERS,
  type ErrorCode,
} from '@svc/contracts';
import { ERROR_MEANING } from './errors';

const ERROR_TABLE = (Object.keys(ERROR_STATUS) as ErrorCode[])
  .map((code) => `| ${ERROR_STATUS[code]} | \`${code}\` | ${ERROR_MEANING[code]} |`)
  .join('\n');

const number = (value: number): string => value.toLocaleString('en-US');

export const GUIDE = `Programmatic access to the field service data of a company on the enterprise plan: JSON over HTTPS.

## First steps

Create a test key on the dashboard's page \`API keys\`. It only sees the sandbox, which starts empty, so your tries change no real record. Then create a customer with a location:

\`\`\`sh
export FSM_URL=https://api.example.com    # where this document is
export FSM_API_KEY=svc_test_…

curl "$FSM_URL/api/v1/customers" -H "X-API-Key: $FSM_API_KEY" -d '{
  "customer_name": "Harbor Bakery",
  "customer_email": "desk@harbor-bakery.example",
  "customer_phone": "+12125550123",
  "default_sla_hours": 24,
  "location": {
    "location_name": "Shop",
    "address_street": "350 5th Avenue",
    "address_city": "New York",
    "address_state": "NY",
    "address_zip": "10001"
  }
}'
\`\`\`

Create a job at that location (\`location_id\` of the response, here 31), and list what is pending:

\`\`\`sh
curl "$FSM_URL/api/v1/jobs" -H "X-API-Key: $FSM_API_KEY" -d '{
  "job_title": "Rooftop unit is short cycling",
  "job_description": "Unit 2 starts and stops every two minutes since this morning.",
  "customer_location_id": 31
}'
curl "$FSM_URL/api/v1/jobs?status=Pending" -H "X-API-Key: $FSM_API_KEY"
\`\`\`

The list again in TypeScript or JavaScript, with \`@field-service/sdk\`:

\`\`\`ts
import { createFieldService } from '@field-service/sdk';

const fsm = createFieldService({ baseUrl: process.env.FSM_URL, apiKey: process.env.FSM_API_KEY });
for await (const job of fsm.jobs.list({ status: 'Pending' })) console.log(job.job_title);
\`\`\`

Every sample in this document is called in one of these ways. A live key works alike, on the company's real records.

## Authentication

Every request carries one \`X-API-Key\` header with an API key: \`svc_live_\` or \`svc_test_\` and 43 characters. Keys are created in the dashboard with a name, scopes and, optionally, a list of client addresses or CIDR ranges; the key is shown once. Test keys (\`svc_test_\`) see and change their company's sandbox alone: the same settings and rules, and records, stock, webhook subscriptions, deliveries, limits and stored responses of its own. A live key never sees a record of the sandbox, nor a test key a live one (404). A revoked or expired key stops working at once. \`GET /api/v1/key\` returns a key's own scopes, limits and expiry. \`inventory:write\` implies \`inventory:read\`; without \`technicians:read\` the names of assigned technicians are null, their ids stay.

## Addresses

A record is addressed by query parameters on the path of its collection (\`id\`, \`sub\`, \`locations\`, \`location_id\`, \`action\`, and \`external_id\` in a PUT), never by a path segment. These *selectors* choose the operation, all other parameters are filters. OpenAPI tells operations apart by path and method alone, and forbids a query in a path. So \`/openapi.json\` has one operation for each path and method, whose text and extension \`x-operations\` list every operation behind it (\`/openapi.3.0.json\` is the same for tools that do not read OpenAPI 3.1); \`/openapi.operations.json\`, for readers and what they read with, has each operation by itself, with its selectors in the path, and \`/docs\` shows it.

A path that is spelt in any other way (a trailing slash, a double slash, another case) is unknown: 404. A method that the collection does not list gets 405 with \`Allow\`. A listed method with selectors that no operation has, and a selector that is given twice or is no positive integer where an id is wanted, get 400 \`validation_failed\`. A record of another company does not exist: 404.

In a query \`+\` is a blank, as browsers and most libraries write it: send a plus as \`%2B\`, as in \`external_id=A%2B7\` for \`A+7\`.

Requests are checked in this order: HTTP framing, key, client address, plan, path, method, selectors, feature, scope, limits; then body syntax, query and body values, the record, and its state.

## Requests

Bodies are JSON objects in UTF-8 of at most 1 MiB, nested at most ${MAX_JSON_DEPTH} deep, not compressed and without a byte-order mark; they are read as JSON whatever the Content-Type says. Unknown fields and unknown query parameters are ignored, and so are a record's read-only fields in a PUT: what a GET returned can be edited and sent back. With \`Prefer: handling=strict\` (RFC 7240) each of these, in nested objects and the operations of a bulk too, gets 400 \`validation_failed\` that names it, and the response has \`Preference-Applied: handling=strict\`; the SDK and the MCP server send it. A PUT without any field that it knows gets 400 \`validation_failed\`.

A body has at most ${number(MAX_JSON_VALUES)} values (objects, arrays, strings, numbers, booleans and nulls, those of ignored fields included) and ${number(MAX_JSON_DIGITS)} digits in its numbers, an array in it at most ${MAX_ARRAY_ITEMS} items where it is read, a query at most ${MAX_QUERY_PARAMETERS} parameters and ${number(MAX_QUERY_BYTES)} bytes: more gets 400 \`validation_failed\`, and a body that passes a bound is so even where it is no JSON at all. First each field is checked by itself, then what needs other records: references, schedule, state. \`errors\` names every field at fault in the check that failed, ${MAX_ERRORS} at most.

- **Text** is trimmed before it is checked, of invisible format characters (such as a zero-width space), too; in phones, e-mail addresses, part numbers and external ids these are left out everywhere. Beyond that it is stored and returned as sent. Searches, e-mail addresses, part numbers and names that must be unique are compared without regard to case or to how letters are composed (NFC, Unicode's simple case folding), external ids exactly. A phone is returned in E.164 where it can be read as a number, with an extension as \`+12125550147;ext=7\`. Names, titles, models and serial numbers have at most 255 characters, descriptions and notes 10,000. U+0000 and lone surrogates are rejected.
- **Numbers** are numbers: \`"5"\` is not one, and \`5.5\` is no integer. Money and hours go from 0 to 9,999,999.99 with at most two decimals; \`cost_per_unit\` and \`price_per_unit\` have up to six. Quantities are 32-bit integers.
- **Null** for an optional field of a POST is the same as leaving it out, and so is a blank text (\`""\`) for one of any kind; in PUT and PATCH it clears a field that can be null. A field that is left out keeps its value, except in the full update of an inventory item, whose text says what becomes of it.
- **Filters** must not be empty: \`status=\` gets 400.

## Time

Timestamps are returned in the company's time zone, to the second and with a numeric offset: \`2026-03-09T14:30:00-04:00\`, \`+00:00\` for UTC. Calendar dates are \`YYYY-MM-DD\`.

Sent timestamps are ISO 8601 with \`T\` or one space, seconds and fractions optional. An offset, \`Z\` included, always wins; without one the value is local time of the company. A date alone is local midnight, in \`created_before\` and \`scheduled_to\` the end of that local day. A local time that a clock change skips moves forward by the gap, one that occurs twice is the earlier. Filters compare at second precision and include both ends, so that a value copied from a response matches its own record. A \`+\` that arrives as a space in a query is read as \`+\` in a timestamp, and nowhere else.

Other notations get 400 \`validation_failed\`: \`03/09/2026\`, \`9 Mar 2026\`, \`20260309T143000Z\` (without hyphens and colons), \`2026-3-9\`, \`2026-W11-1\` (weeks), \`2026-068\` (days of the year), \`2026-03\`, an hour without minutes, \`24:00\`, the leap second \`23:59:60\`, names of zones (\`EST\`), a small \`t\` or \`z\`, \`Mon, 09 Mar 2026 14:30:00 GMT\` and Unix times.

## Pages

Lists take \`page\` (from 1) and \`per_page\` (default 50; more than 100 is served, and reported, as 100) and return \`pagination\`. A page past the end has no data and true totals; an empty list has \`total\` 0 and \`total_pages\` 0. Lists are newest first (\`created_at\`, then id, descending) unless an operation says otherwise.

With \`updated_since\` a list is ordered by \`updated_at\`, then id, ascending. Records that change while a client pages move to the end, so page numbers can shift: go on from the last \`updated_at\` that was seen instead of the next page number. Where more records share that second than a page holds (one bulk of 100 is enough for pages of 50), this requests the same page for ever: when a full page ends in the second that was asked for, read its \`page\` 2, 3 and so on until a later second appears, and go on from that. Records seen twice have the same \`version\` unless they changed again. A change that is written late can still be missed; a \`cursor\` never misses one.

## Syncing

Every list but that of deliveries takes \`cursor\` in place of \`page\`: empty to begin, then the \`next_cursor\` of the previous response. Records come in the order in which they were changed, the longest unchanged first, each as it is now; \`pagination\` is then \`{per_page, has_more, next_cursor}\`. Read on while \`has_more\` is true: a page may hold fewer records than \`per_page\`, even none, where a filter leaves few. Ask again with the last \`next_cursor\` whenever you like, and you get all that has changed since. Nothing is missed, whatever order changes were written in and whatever clocks said. A cursor shows a change once every write transaction that began before it has ended, whatever company or context it is of; none stays open for more than ${MAX_TRANSACTION_MS / 1_000} seconds. A record may be returned twice, with the same \`version\` unless it changed.

A cursor lasts 30 days from the response that returned it and belongs to its list, filters and company: with others, and after the database was restored from a backup or replaced by a standby, it gets 400 \`validation_failed\` on \`cursor\`, which says why; begin again with an empty one. So keep filters as they are: times that move on with the clock make it another list.

With \`include=deleted\` the lists of jobs, customers, locations, assets, items and technicians also return records that were deleted or removed: their id, \`deleted: true\` and \`updated_at\`. Without it they are simply absent, and so is a record that has left the filters since: mirror a list without filters, or read the filtered one again from time to time. The names of other records in a response (a job's customer) are as they were when it was read; when only they change, the record does not come again.

## Responses and errors

Every successful response has \`success: true\`, every other one \`success: false\` with \`error\` (a code), \`message\` and sometimes more fields. Every response carries \`request_id\`, which equals the header \`X-Request-Id\` and names the request to support. Read \`success\`, not the status alone, and accept fields that this document does not list: new ones may be added under \`/api/v1/\`.

Retry 429 after \`Retry-After\` seconds and 500 with growing delays; 400, 401, 403, 404, 409 and 412 will be rejected again.

| Status | Code | Meaning |
|---|---|---|
${ERROR_TABLE}

## Limits

| Limit | Default | Counted per |
|---|---|---|
| \`list_reads_per_minute\` | ${number(DEFAULT_LIMITS.list_reads_per_minute)} | key, rolling 60 seconds; reads that return \`pagination\` |
| \`record_reads_per_minute\` | ${number(DEFAULT_LIMITS.record_reads_per_minute)} | key, rolling 60 seconds; every other read |
| \`writes_per_minute\` | ${number(DEFAULT_LIMITS.writes_per_minute)} | key, rolling 60 seconds |
| \`technician_list_per_minute\` | ${number(DEFAULT_LIMITS.technician_list_per_minute)} | key, rolling 60 seconds |
| \`technician_get_per_minute\` | ${number(DEFAULT_LIMITS.technician_get_per_minute)} | key, rolling 60 seconds |
| \`reads_per_day\` | ${number(DEFAULT_LIMITS.reads_per_day)} | company, UTC day |
| \`writes_per_day\` | ${number(DEFAULT_LIMITS.writes_per_day)} | company, UTC day |
| \`key_writes_per_day\` | ${number(DEFAULT_LIMITS.key_writes_per_day)} | key, UTC day |
| \`refused_per_minute\` | ${number(DEFAULT_LIMITS.refused_per_minute)} | key, rolling 60 seconds; requests that are rejected before the other limits |
| failed authentications | ${FAILED_AUTHENTICATIONS_PER_MINUTE} | client address, rolling 60 seconds |

Reads are GET; POST, PUT, PATCH and DELETE are writes. Every request that passes the checks before the limits counts, whatever its response. What is rejected before them, for its address, plan, path, method, query, feature or scope (400, 403, 404, 405), counts against \`refused_per_minute\` alone and gets 429 beyond it. One that is rejected with 429 counts nowhere. A company may have its own limits. \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` on every response show the limit that was hit, else the applicable one with the smallest share left.

## Idempotency

A POST may carry an \`Idempotency-Key\` of 1 to 255 characters. The first response of the service (below 500) is stored for 24 hours per API key; the same request with the same key gets it again, with \`Idempotent-Replayed: true\` and its own request_id, and counts as a write. The same key with another method, path, query or body gets 409 \`idempotency_key_reused\`; while the first request is running, 409 \`idempotency_in_progress\`.

## External ids

Jobs, customers, locations, assets and items take an \`external_id\`: your own id of the record, 1 to 255 characters that no other live record of the kind has. Lists find a record by it (\`external_id=\`). One that is taken gets 409 \`duplicate_external_id\` with the \`record_id\` that has it. A deleted or removed record frees its own for other records, and cannot be restored while another one has it; locations of a removed customer keep theirs.

\`PUT …?external_id=X\` updates the record that has it (200, with the response of an update) or creates it (201, with the response of a creation): repeat it as often as you like. Of many such requests at once, one creates the record. A plus in it is sent as \`%2B\`.

## Versions

Every record has a \`version\` that grows with each change. The response with a single record carries it in \`ETag\`, with a checksum of the whole response: \`W/"7-0f3a91bc"\`. Keep the response and send the tag as \`If-None-Match\` to read again: 304 without a body says that nothing of it has changed, and counts as a read.

\`If-Match\` on PUT and PATCH makes the change only where the record still has that version, and otherwise gets 412 \`precondition_failed\` with \`current_version\`. It takes the \`ETag\` of a response or a bare \`"7"\`; only the version counts, and weak tags are as good as strong ones, other than in RFC 9110. What a proxy adds to the tag of a response that it compresses (\`W/"7-0f3a91bc-gzip"\`) does not count. \`*\` stands for any version. \`If-None-Match\` on PUT and PATCH is the opposite. A header that holds no tags gets 400 \`validation_failed\`.

## Bulk

\`POST …?action=bulk\` of jobs, customers, assets and inventory carries out 1 to 100 writes of the collection in one request, each in its own transaction and with the response of a single call. It counts as so many writes, all or none. With an Idempotency-Key, a bulk that was broken off is sent again until its response holds no 500: each operation is done once.

## Webhooks

A subscription sends each event as a signed POST to its \`target_url\`. Verify the signature over the raw bytes of the body (UTF-8), before anything parses them: *Events* shows how in Python and C#.

Redirects are not followed: a 301 or 308 is a failure that is not retried, so use the final address. Respond within 10 seconds with any 2xx, and do the work afterwards. A 410 ends the subscription.

The certificate has to be valid for the host name, unexpired, and of a public authority, and the server has to send its intermediate certificates as well: browsers hide an incomplete chain, servers cannot. The delivery log says which of these is wrong.

A receiver that wants a password gets it by \`headers\` of the subscription. One without a public address reads its events instead: see *Pull events*.

## Calendars

The page of a technician on the dashboard makes a secret link, \`/calendar/<secret>.ics\`, which works without an API key until it is revoked there: the technician's jobs from 30 days ago to 180 ahead as iCalendar (RFC 5545), for calendar programs. A job keeps its \`UID\`, \`SEQUENCE\` is its \`version\`, and a cancelled one has \`STATUS:CANCELLED\`. Send \`If-None-Match\` (304), at most 30 times a minute.

## Versioning

The version is the path prefix \`/api/v1/\`; webhook bodies carry a date-shaped \`api_version\`.

An operation, parameter or field that will go is marked \`deprecated\` here. A request that uses one works as before, with \`Deprecation: @<Unix time>\` (RFC 9745), \`Sunset: <date>\` (RFC 8594), before which it does not go, and a \`Link\` to what has changed. Look for these headers in your logs.
`;
