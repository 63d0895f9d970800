import { formatPhone } from '../../../../contract/format-phone';
import { HistoryTimeline, formatValue } from '../history/record-history';

export const CustomerHistory = ({ customerId }: { readonly customerId: number }) => (
  <HistoryTimeline
    path={`customers/${customerId}`}
    names={NAMES}
    show={(field, value) =>
      PHONES.includes(field) ? formatPhone(formatValue(value)) : formatValue(value)
    }
    deletion="removed"
  />
);

const PHONES: readonly string[] = ['customer_phone', 'contact_phone'];

const NAMES: Readonly<Record<string, string>> = {
  customer_name: 'Name',
  customer_email: 'E-mail',
  customer_phone: 'Phone',
  default_sla_hours: 'Response time in hours',
  tax_exemption_reason: 'Reason for exemption',
  location_name: 'Name',
  address_street: 'Street',
  address_city: 'City',
  address_state: 'State',
  address_zip: 'ZIP code',
  contact_email: 'On-site e-mail',
  contact_phone: 'On-site phone',
};
