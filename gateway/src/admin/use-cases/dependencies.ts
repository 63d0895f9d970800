import type { StoredResponses } from '../../idempotency/stored-responses';
import type { KeyRequestCounts } from '../../limits/key-requests';
import type { LastUsed } from '../../keys/last-used';
import type { DailyRequests } from '../../limits/daily-requests';
import type { RequestLimits } from '../../limits/request-limits';
import type { RequestLog } from '../../request-log/request-log';
import type { Author } from '../domain/events';
import type { CompanyReads } from '../persistence/company-repository';
import type { KeyReads } from '../persistence/key-repository';
import type { Transact } from '../persistence/transaction';
import type { ServiceAdmin } from '../owners/service-admin';

export interface Dependencies {
  readonly companies: CompanyReads;
  readonly keys: KeyReads;
  readonly transact: Transact;
  readonly lastUsed: Pick<LastUsed, 'write'>;
  readonly dailyRequests: Pick<DailyRequests, 'listSince'>;
  readonly keyRequests: Pick<KeyRequestCounts, 'list' | 'countByDay'>;
  readonly requestLog: Pick<RequestLog, 'list' | 'count' | 'findKeys'>;
  readonly storedResponses: Pick<StoredResponses, 'deleteCompanies' | 'reencrypt'>;
  readonly limits: Pick<RequestLimits, 'usedToday'>;
  readonly services: ServiceAdmin;
  readonly author: Author;
  readonly now: () => Date;
}
