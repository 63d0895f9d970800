export const FIELDS = `job.id as job_id, job.version, job.title as job_title,
  job.description as job_description, job.status as job_status, job.priority as job_priority,
  job.technician_id as assigned_technician_id, technician_name as assigned_technician_name,
  job.location_id as customer_location_id, location_name as customer_location_name,
  location.customer_id, customer_name, scheduled_start, scheduled_end, actual_start, actual_end,
  created_at, updated_at`;

export const NAMES = `left join jobs.location_names location
    on location.company_id = job.company_id and location.location_id = job.location_id
  left join jobs.customer_names customer
    on customer.company_id = job.company_id and customer.customer_id = location.customer_id
  left join jobs.technician_names technician
    on technician.company_id = job.company_id and technician.technician_id = job.technician_id`;
