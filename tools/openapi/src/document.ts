import { assetsDocumentation, assetsEventRecords } from '@svc/assets/documentation';
import { ASSETS, CUSTOMERS, HOOKS, INVENTORY, JOBS, KEY, TECHNICIANS } from '@svc/contracts';
import { customersDocumentation, customersEventRecords } from '@svc/customers/documentation';
import { keyDocumentation } from '@svc/gateway/documentation';
import { inventoryDocumentation, inventoryEventRecords } from '@svc/inventory/documentation';
import { jobsDocumentation, jobsEventRecords } from '@svc/jobs/documentation';
import {
  createOpenApiDocument,
  createOperationsDocument,
  createSection,
  type DocumentSection,
  type EventSection,
} from '@svc/openapi';
import { techniciansDocumentation, techniciansEventRecords } from '@svc/technicians/documentation';
import { eventsDocumentation, webhooksDocumentation } from '@svc/webhooks/documentation';
import { addCodeSamples } from './code-samples';

export const SECTIONS: readonly DocumentSection[] = [
  createSection(ASSETS, assetsDocumentation, {
    title: 'Assets',
    description: `Equipment at customer locations: status, service history, meters and transfers.

An asset has a type (\`asset_type_id\`) and a service location, and can be assigned to a technician. The platform generates its \`asset_tag\`. Its status changes only by PATCH, along the moves listed there; a transfer moves it to another location and is recorded. A meter counts hours or cycles: a reading at or above its threshold sends \`asset.meter_threshold_reached\`.`,
  }),
  createSection(CUSTOMERS, customersDocumentation, {
    title: 'Customers',
    description: `Customers and their service locations.

E-mail address and telephone number are unique within the company, including removed customers: the error names the record that has them. A location belongs to one customer and is addressed by its \`id\` and \`locations=1\`. Addresses are geocoded when they are written. Only the company itself removes and restores customers; the API does not return removed ones.`,
  }),
  createSection(INVENTORY, inventoryDocumentation, {
    title: 'Inventory',
    description: `Parts, their stock at each location, and a ledger of every movement. Needs the feature \`inventory\`.

An item is a kind of part with a unique \`part_number\`. Its stock is a quantity per location (a warehouse or vehicle); jobs reserve stock, and \`available\` is the rest. After the opening stock, only adjustments and transfers change it. Each is recorded in the ledger (\`sub=transactions\`) with its reason, and stock never falls below zero. \`sub=low-stock\` lists items at or below their \`min_stock_level\`, if that is above 0.`,
  }),
  createSection(JOBS, jobsDocumentation, {
    title: 'Jobs',
    description: `Work at a customer location, its status, schedule, technician and assets.

A job belongs to one service location and so to its customer. It can have a technician, planned times and linked assets. It starts as Pending and moves by PATCH along the table of allowed moves; In Progress and Completed set \`actual_start\` and \`actual_end\`. PUT changes everything else. Only the company itself deletes and restores jobs. \`sub=history\` lists changes and who made them.`,
  }),
  createSection(TECHNICIANS, techniciansDocumentation, {
    title: 'Technicians',
    description: `The people who do the work, with skills and schedules; read-only.

The company manages technicians itself. Lists omit contact data; a single technician has e-mail address, telephone number, skills with levels 1 to 5, and the weekly schedule in local time. Without the scope \`technicians:read\`, other records contain only a technician's id.`,
  }),
  createSection(HOOKS, webhooksDocumentation, {
    title: 'Webhook subscriptions',
    description: `Signed events for addresses that an API key subscribes (REST hooks).

A subscription sends one event to one address. Its signing secret is returned once, on creation. A receiver that responds 410 ends it. One that fails for days is turned off; subscribe again to turn it on. *Events* describes the requests.`,
  }),
  createSection(KEY, keyDocumentation, {
    title: 'API key',
    description:
      'What the key of a request may do: its scopes, limits and expiry. `Roll` on the dashboard makes its successor; both work for up to seven days. Subscriptions stay with their key and end with it: subscribe again with the successor.',
  }),
];

export const EVENT_SECTION: EventSection = {
  title: 'Events',
  description: `Signed POST requests to webhook endpoints and subscriptions, repeated until they are confirmed. Verify \`X-SVC-Signature\` over the raw body before you parse it, skip an \`id\` that you already have, and ignore a lower \`data.version\` than yours.

In TypeScript and JavaScript, \`verifyWebhook(rawBody, headers, secret)\` of \`@field-service/sdk\` returns the event or throws. The [Standard Webhooks](https://www.standardwebhooks.com) libraries, available for most languages, verify the \`webhook-\` headers. Without a library, in Python:

\`\`\`python
import hashlib, hmac, time

def is_authentic(raw_body: bytes, signature: str, secret: str) -> bool:
    # Whether X-SVC-Signature matches the secret and is at most five minutes old.
    parts = [part.strip().partition("=") for part in signature.split(",")]
    sent = [value for name, _, value in parts if name == "t"]
    if len(sent) != 1 or not sent[0].isdecimal() or abs(time.time() - float(sent[0])) > 300:
        return False
    signed = sent[0].encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()
    given = [value.encode() for name, _, value in parts if name == "v1"]
    return any(hmac.compare_digest(expected, each) for each in given)
\`\`\`

And in C#. Sign the bytes as they came (UTF-8): in ASP.NET Core copy \`Request.Body\` to a \`MemoryStream\`, as JSON that was read and written again may differ.

\`\`\`csharp
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

static bool IsAuthentic(byte[] rawBody, string signature, string secret)
{
    // Whether X-SVC-Signature matches the secret and is at most five minutes old.
    var parts = signature.Split(',').Select(part => part.Trim().Split('=', 2)).Where(part => part.Length == 2).ToList();
    var sent = parts.Where(part => part[0] == "t").Select(part => part[1]).ToList();
    if (sent.Count != 1 || !long.TryParse(sent[0], NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)) return false;
    if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds) > 300) return false;
    var signed = Encoding.UTF8.GetBytes(sent[0] + ".").Concat(rawBody).ToArray();
    var hash = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), signed);
    var expected = Encoding.UTF8.GetBytes(Convert.ToHexString(hash).ToLowerInvariant());
    return parts.Any(part => part[0] == "v1" && CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(part[1])));
}
\`\`\``,
  documentation: eventsDocumentation,
  records: {
    ...assetsEventRecords,
    ...customersEventRecords,
    ...inventoryEventRecords,
    ...jobsEventRecords,
    ...techniciansEventRecords,
  },
};

/** Standard OpenAPI for tools. */
export const DOCUMENT = createOpenApiDocument(SECTIONS, EVENT_SECTION);

/** One operation per row of the endpoint table, for readers. */
export const OPERATIONS = addCodeSamples(createOperationsDocument(SECTIONS, EVENT_SECTION));
