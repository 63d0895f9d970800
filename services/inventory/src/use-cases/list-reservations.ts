import type { Found } from '@svc/database';
import type { Page } from '@svc/kernel';
import type {
  ReservationFilter,
  ReservationWithAvailability,
} from '../persistence/reservation-reads';
import type { Dependencies } from './dependencies';

export interface ListReservations {
  readonly companyId: number;
  readonly filter: ReservationFilter;
  readonly page: Page;
}

export const listReservations =
  ({ reservations }: Dependencies) =>
  ({ companyId, filter, page }: ListReservations): Promise<Found<ReservationWithAvailability>> =>
    reservations.list(companyId, filter, page);
