import { announceCompany } from './announce-company';
import { changeCompany } from './change-company';
import { changeKey } from './change-key';
import { countRequests } from './count-requests';
import { createKey } from './create-key';
import type { Dependencies } from './dependencies';
import { describeCompany } from './describe-company';
import { getCompanyOrPlanned } from './get-company-or-planned';
import { getLoggedRequest } from './get-logged-request';
import { listCompanies } from './list-companies';
import { listKeys } from './list-keys';
import { listLiveKeys } from './list-live-keys';
import { listLoggedRequests } from './list-logged-requests';
import { resetSandbox } from './reset-sandbox';
import { revokeKey } from './revoke-key';
import { rewrapSecrets } from './rewrap-secrets';
import { saveCompany } from './save-company';
import { saveKey } from './save-key';

/** Everything that the operator, and the dashboard for people, do with companies and their keys. */
export const adminUseCases = (dependencies: Dependencies) => ({
  saveCompany: saveCompany(dependencies),
  changeCompany: changeCompany(dependencies),
  listCompanies: listCompanies(dependencies),
  findCompany: dependencies.companies.find,
  getCompany: dependencies.companies.get,
  getCompanyById: dependencies.companies.getById,
  getCompanyOrPlanned: getCompanyOrPlanned(dependencies),
  describeCompany: describeCompany(dependencies),
  countRequests: countRequests(dependencies),
  listLoggedRequests: listLoggedRequests(dependencies),
  getLoggedRequest: getLoggedRequest(dependencies),
  announceCompany: announceCompany(dependencies),
  resetSandbox: resetSandbox(dependencies),
  listKeys: listKeys(dependencies),
  listLiveKeys: listLiveKeys(dependencies),
  nameKeys: dependencies.keys.names,
  findKeyRights: dependencies.keys.rights,
  createKey: createKey(dependencies),
  saveKey: saveKey(dependencies),
  changeKey: changeKey(dependencies),
  revokeKey: revokeKey(dependencies),
  rewrapSecrets: rewrapSecrets(dependencies),
});

export type AdminUseCases = ReturnType<typeof adminUseCases>;
