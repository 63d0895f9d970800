import { assetsDocumentation, assetsEventRecords } from '@svc/assets/documentation';
import { ASSETS, CUSTOMERS, HOOKS, INVENTORY, JOBS, TECHNICIANS } from '@svc/contracts';
import { customersDocumentation, customersEventRecords } from '@svc/customers/documentation';
import { inventoryDocumentation, inventoryEventRecords } from '@svc/inventory/documentation';
import { jobsDocumentation, jobsEventRecords } from '@svc/jobs/documentation';
import {
  openApiDocument,
  operationsDocument,
  section,
  type EventSection,
  type Section,
} from '@svc/openapi';
import { techniciansDocumentation, techniciansEventRecords } from '@svc/technicians/documentation';
import { eventsDocumentation, webhooksDocumentation } from '@svc/webhooks/documentation';
import { withCodeSamples } from './code-samples';

export const SECTIONS: readonly Section[] = [
  section(ASSETS, assetsDocumentation, {
    title: 'Assets',
    description: `Equipment at customer locations: status, service history, meters and transfers.

An asset has a type of the company (\`asset_type_id\`), stands at a service location and may be assigned to a technician. Its \`asset_tag\` is made by the platform, and never sent. The status is changed by PATCH alone, along the moves that its description lists; a transfer moves the asset to another location and is kept as a record of its own. A meter counts something of the asset (hours, cycles): a reading at or above the meter's threshold is told by the event \`asset.meter_threshold_reached\`.`,
  }),
  section(CUSTOMERS, customersDocumentation, {
    title: 'Customers',
    description: `Customers and their service locations.

A customer's e-mail address and telephone number are unique within the company, among removed customers too: a refusal names the record that has them. Locations belong to one customer, and are addressed with its \`id\` and \`locations=1\`; jobs and assets refer to them. An address is looked up on a map when it is written. Customers are removed and restored by the company itself; what was removed is gone for the API.`,
  }),
  section(INVENTORY, inventoryDocumentation, {
    title: 'Inventory',
    description: `Parts, their stock at each location, and a ledger of every movement. Needs the feature \`inventory\`.

An item is a kind of part, with a \`part_number\` that no other item has. Its stock is a quantity at each location (a warehouse, a vehicle); jobs reserve of it, and \`available\` is what is not reserved. After its opening stock it changes by adjustments and transfers alone, each of which is written to the ledger (\`sub=transactions\`) with its reason, and never falls below zero. An item at or below its \`min_stock_level\`, where that is above 0, is listed by \`sub=low-stock\`.`,
  }),
  section(JOBS, jobsDocumentation, {
    title: 'Jobs',
    description: `Work at a customer location, its status, schedule, technician and assets.

A job is for one service location, from which its customer follows. It may have a technician, planned times and linked assets. It begins in Pending and moves by PATCH along the table of allowed moves; moving to In Progress and Completed stamps \`actual_start\` and \`actual_end\`. A PUT changes everything else. Jobs are deleted and restored by the company itself; each change is kept with who made it (\`sub=history\`).`,
  }),
  section(TECHNICIANS, techniciansDocumentation, {
    title: 'Technicians',
    description: `The people who do the work, with skills and schedules; read-only.

Technicians are kept by the company itself. Lists show them without contact data; the single technician has e-mail address, telephone number, skills with levels from 1 to 5 and the weekly schedule in local time. Without the scope \`technicians:read\`, other records show a technician's id and no name.`,
  }),
  section(HOOKS, webhooksDocumentation, {
    title: 'Webhook subscriptions',
    description: `Signed events, sent to addresses that an API key subscribes (REST hooks).

A subscription is one address for one event. Its signing secret is answered once, when it is created. A receiver that answers 410 ends it; one that fails for days is switched off, and subscribing again turns it on. What is sent is described under *Events*.`,
  }),
];

export const EVENTS: EventSection = {
  title: 'Events',
  description: `What is sent to webhook endpoints and subscriptions: a signed POST, repeated until it is answered. Verify \`X-SVC-Signature\` over the raw body before you read it, skip an \`id\` that you have had, and drop what has a lower \`data.version\` than what you have.

In TypeScript and JavaScript, \`verifyWebhook(rawBody, headers, secret)\` of \`@field-service/sdk\` answers the event or throws. The libraries of [Standard Webhooks](https://www.standardwebhooks.com), which there are for most languages, verify the headers that begin with \`webhook-\`. By hand it is a few lines, here in Python:

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
export const DOCUMENT = openApiDocument(SECTIONS, EVENTS);

/** One operation per row of the endpoint table, for readers. */
export const OPERATIONS = withCodeSamples(operationsDocument(SECTIONS, EVENTS));
