import type { KeptAnswers } from '../../idempotency/kept-answers';
import type { LastUsed } from '../../keys/last-used';
import type { DailyRequests } from '../../limits/daily-requests';
import type { RequestLimits } from '../../limits/request-limits';
import type { RequestLog } from '../../request-log/request-log';
import type { Author } from '../domain/operator-activity';
import type { CompanyReads } from '../persistence/company-repository';
import type { KeyReads } from '../persistence/key-repository';
import type { Transact } from '../persistence/transaction';
import type { ServiceAdmin } from '../owners/service-admin';

/** What the operator's use cases work with. */
export interface Dependencies {
  readonly companies: CompanyReads;
  readonly keys: KeyReads;
  readonly transact: Transact;
  readonly lastUsed: Pick<LastUsed, 'write'>;
  readonly requests: Pick<DailyRequests, 'since'>;
  readonly requestLog: Pick<RequestLog, 'list'>;
  readonly kept: Pick<KeptAnswers, 'forgetCompanies' | 'reseal'>;
  readonly limits: Pick<RequestLimits, 'usedToday'>;
  readonly services: ServiceAdmin;
  /** Who asks for all of these. */
  readonly author: Author;
  readonly now: () => Date;
}
