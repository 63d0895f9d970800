import { useQuery } from '@tanstack/react-query';
import type { JobResponse, LocationContactResponse } from '../../../../contract/responses';
import { request } from '../../server/request';
import { useMayUse } from '../../session/may-use';
import { AddressWithMap } from '../../shown/address';
import { Email, Phone } from '../../shown/contact';
import { Facts, OriginFacts } from '../../shown/facts';
import { QueryFailure } from '../../shown/failure-alert';
import { Multiline } from '../../shown/multiline';
import { None } from '../../shown/none';
import { TextLink } from '../../shown/text-link';
import { Time } from '../../shown/times';
import { TimeRange } from './job-badges';

interface JobProps {
  readonly job: JobResponse;
}

/** Where the job is and whom to call; the customers context owns both. */
export function useJobLocation({ customer_location_id: id }: JobResponse) {
  const mayUse = useMayUse();
  return useQuery({
    enabled: mayUse('read_customers'),
    queryKey: ['locations', String(id)],
    queryFn: async () => (await request<LocationContactResponse>('GET', `locations/${id}`)).data,
  });
}

export function JobRail({ job }: JobProps) {
  const query = useJobLocation(job);
  const location = query.data;
  return (
    <>
      <QueryFailure what="the address" query={query} />
      <Facts
        facts={[
          ['Customer', <CustomerLink job={job} />],
          ['Phone', location ? <Phone number={location.customer_phone} /> : null],
          ['Location', job.customer_location_name ?? job.customer_location_id],
          ['Address', location ? <AddressWithMap address={location} /> : null],
          ['On site', location?.contact_phone ? <Phone number={location.contact_phone} /> : null],
          [
            'On-site e-mail',
            location?.contact_email ? <Email address={location.contact_email} /> : null,
          ],
          ['Location notes', location?.notes ? <Multiline>{location.notes}</Multiline> : null],
        ]}
      />
      <Facts
        facts={[
          ['Technician', <TechnicianLink job={job} />],
          ['Scheduled', <TimeRange start={job.scheduled_start} end={job.scheduled_end} />],
          ['Started', job.actual_start && <Time value={job.actual_start} />],
          ['Completed', job.actual_end && <Time value={job.actual_end} />],
        ]}
      />
      <OriginFacts record={job} />
    </>
  );
}

const CustomerLink = ({ job: { customer_id: id, customer_name: name } }: JobProps) =>
  id === null ? (
    <None>Unknown</None>
  ) : (
    <TextLink to={`/customers/${id}`}>{name ?? `Number ${id}`}</TextLink>
  );

const TechnicianLink = ({ job }: JobProps) => {
  const { assigned_technician_id: id, assigned_technician_name: name } = job;
  if (id === null) return <None>Unassigned</None>;
  return <TextLink to={`/technicians/${id}`}>{name ?? `Number ${id}`}</TextLink>;
};
