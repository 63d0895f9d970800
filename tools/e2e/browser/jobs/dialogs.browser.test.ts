import { givenCompany, givenJob } from '../../test/platform';
import { describeDialogs } from '../every-dialog';
import { givenPeople } from '../people';
import { givenServiceRequest } from '../service-requests';

const SLUG = 'people-with-job-dialogs';

const [olive] = givenPeople(SLUG, `Company ${SLUG}`, [{ name: 'Olive Owner', role: 'owner' }]);

let technician: unknown;
let request: unknown;
beforeAll(async () => {
  const { api, ids } = await givenCompany(SLUG);
  technician = ids.technicians['ada'];
  await givenJob(api, ids.customer_locations['shop'], 'Replace the belt', {
    assigned_technician_id: technician,
    scheduled_start: '2027-03-02T09:00:00',
    scheduled_end: '2027-03-02T10:30:00',
  });
  request = await givenServiceRequest(SLUG, 'The display case hums.\nIt began on Monday.');
});

describeDialogs(olive, [
  {
    name: 'Schedule',
    path: '/schedule?from=2027-03-02',
    opens: ['Reschedule'],
    hasNarrowLayout: true,
  },
  { name: 'Customers', path: '/customers', opens: ['New customer'] },
  { name: 'Technicians', path: '/technicians', opens: ['New technician'], offers: ['Status'] },
  { name: 'Ada Byron', path: '/technicians', of: () => technician, opens: ['Edit'] },
  { name: 'Service requests', path: '/service-requests', offers: ['Status'] },
  {
    name: 'The display case hums.',
    path: '/service-requests',
    of: () => request,
    opens: ['New customer and job', 'Create job', 'Decline'],
  },
]);
