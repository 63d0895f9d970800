import { formatPhone } from '../../../../contract/format-phone';
import type { ListedTechnicianResponse } from '../../../../contract/responses';
import { AVAILABILITY_STATUSES, TECHNICIAN_STATUSES } from '../../../../contract/values';
import { NewButton } from '../../forms/dialog-button';
import { FilterRow } from '../../records/filter-row';
import { SelectFilter } from '../../records/filters';
import { RecordTable } from '../../records/record-table';
import { SearchFilter } from '../../records/search-filter';
import { useRecords } from '../../records/use-records';
import { None } from '../../shown/none';
import { PageFrame } from '../../shown/page';
import { NewTechnicianDialog } from './technician-dialogs';
import { AvailabilityBadge, TechnicianStatusBadge } from './technician-badges';

type Filter = 'search' | 'status' | 'availability_status';
const FILTERS: readonly Filter[] = ['search', 'status', 'availability_status'];

export default function TechniciansPage() {
  const technicians = useRecords<ListedTechnicianResponse, Filter>('technicians', FILTERS);
  return (
    <PageFrame
      name="Technicians"
      actions={
        <NewButton name="New technician" right="change_technicians" dialog={NewTechnicianDialog} />
      }
    >
      <FilterRow
        of={technicians}
        search={
          <SearchFilter of={technicians} by="search" placeholder="Name, e-mail or phone" w={260} />
        }
      >
        <SelectFilter
          of={technicians}
          by="status"
          label="Status"
          data={TECHNICIAN_STATUSES}
          w={150}
        />
        <SelectFilter
          of={technicians}
          by="availability_status"
          label="Availability"
          data={AVAILABILITY_STATUSES}
          w={150}
        />
      </FilterRow>
      <RecordTable
        name="Technicians"
        records={technicians}
        columns={[
          {
            name: 'Name',
            width: '25%',
            to: (technician) => `/technicians/${technician.technician_id}`,
            cell: (technician) => technician.technician_name,
          },
          { name: 'Status', cell: ({ status }) => <TechnicianStatusBadge status={status} /> },
          {
            name: 'Availability',
            phone: 'plain',
            cell: ({ availability_status: status }) => <AvailabilityBadge status={status} />,
          },
          {
            name: 'Skills',
            isName: true,
            phone: 'plain',
            width: '30%',
            cell: ({ skills }) =>
              skills.map(({ skill_name: name }) => name).join(', ') || <None>None</None>,
          },
          {
            name: 'Phone',
            isCode: true,
            cell: ({ phone }) => (phone === null ? <None>None</None> : formatPhone(phone)),
            phone: 'plain',
          },
        ]}
        getKey={(technician) => technician.technician_id}
        empty="No technicians yet. Create one to assign jobs."
      />
    </PageFrame>
  );
}
